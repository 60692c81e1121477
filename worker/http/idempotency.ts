import { sentence } from '#contract/words/sentence.ts'
import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { ReceivedFile } from '#contract/rules/media-files.ts'
import { Refusal } from '#contract/words/refusal.ts'

const form = /^[\x21-\x7e]{1,200}$/

/** Returns the Idempotency-Key of a request, or null. Source: draft-ietf-httpapi-idempotency-key-header. */
export function idempotencyKey(http: Context): string | null {
  const header = http.req.header('idempotency-key')?.trim()
  if (header === undefined) return null
  const key = header.replace(/^"(.*)"$/, '$1')
  if (form.test(key)) return key
  throw new Refusal('validation_failed', sentence('The request is not valid.'), {
    errors: [{ path: 'Idempotency-Key', message: 'Give 1 to 200 visible ASCII characters.' }],
  })
}

/** Returns the SHA-256 of a parsed body, in hex; a file is represented by its content. */
export function digestOf(body: unknown): string {
  const text = JSON.stringify(body ?? null, (_name, value: unknown) =>
    value instanceof ReceivedFile ? value.cid : value,
  )
  return createHash('sha256').update(text).digest('hex')
}
