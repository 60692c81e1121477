import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'

export interface PinningSettings {
  /** Base address of the service. */
  url: string
  /** Kubo: the whole Authorization header, or empty. Pinata: the JWT. Filebase: `key:secret`. */
  token: string
  /** Used by Filebase only. */
  bucket: string
  fetch: typeof fetch
}

export const pinningRefusal = (detail: string, cause?: unknown) =>
  new Refusal(
    'pinning_unavailable',
    sentence('The pinning service did not accept the file. {detail}', { detail }),
    { cause },
  )

/**
 * Sends a request to a pinning service. Throws Refusal('pinning_unavailable') unless the status is 2xx or another one
 * that counts as success.
 */
export async function send(
  request: typeof fetch,
  url: string,
  init: RequestInit & { body?: ReadableStream<Uint8Array> | null },
  isSuccess: (reply: Response) => boolean = ({ ok }) => ok,
): Promise<Response> {
  let reply: Response
  try {
    // `duplex` is required for a streamed body in Node; production ignores it.
    reply = await request(url, Object.assign({ duplex: 'half' }, init))
  } catch (cause) {
    throw pinningRefusal('It could not be reached.', cause)
  }
  if (isSuccess(reply)) return reply
  await reply.body?.cancel()
  throw pinningRefusal(`It answered ${reply.status}.`)
}
