import { request } from 'node:http'
import { asJson, type Json } from '#dev/lib/rpc.ts'
import type { Session } from './api.ts'

/**
 * The answer to a form that is announced by its headers and never sent: what is too large is refused before it is read. (Who sends
 * it all the same may find the line closed before the answer is read.)
 */
export function announceForm(
  url: string,
  method: 'POST' | 'PUT',
  bytes: number,
  session: Session,
): Promise<{ status: number; body: Json; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, {
      method,
      headers: {
        authorization: `Bearer ${session.token}`,
        'idempotency-key': crypto.randomUUID(),
        'content-type': 'multipart/form-data; boundary=form',
        'content-length': bytes,
      },
    })
    asked.on('error', reject)
    asked.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: asJson(JSON.parse(text)), text })
        asked.destroy()
      })
    })
    asked.flushHeaders()
  })
}
