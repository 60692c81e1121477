import { request } from 'node:http'
import { asJson, type Json } from '#local/lib/rpc.ts'
import type { Session } from './api.ts'

/**
 * Announces a form by its headers without sending the body, and returns the response, because a form that is too large
 * is refused before it is read. (If the body were sent, the connection might close before the response is read.)
 */
export function announceForm(
  url: string,
  method: 'POST' | 'PUT',
  bytes: number,
  session: Session,
): Promise<{ status: number; body: Json; text: string }> {
  return new Promise((resolve, reject) => {
    const pending = request(url, {
      method,
      headers: {
        authorization: `Bearer ${session.token}`,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'multipart/form-data; boundary=form',
        'content-length': bytes,
      },
    })
    pending.on('error', reject)
    pending.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: asJson(JSON.parse(text)), text })
        pending.destroy()
      })
    })
    pending.flushHeaders()
  })
}
