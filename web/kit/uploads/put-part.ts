import { t } from '#web/messages.ts'

export const connectionError = t('Connection Error')

/** The storage did not accept a part, because its URL has expired or the connection was lost. */
export class PartError extends Error {
  readonly expired: boolean
  constructor(expired: boolean) {
    super(expired ? t('The address is no longer valid.') : connectionError)
    this.expired = expired
  }
}

/**
 * Puts one part of a file to a presigned URL and reports the bytes sent so far. Returns the storage's ETag.
 * Throws PartError, or AbortError if aborted.
 */
export function putPart(
  url: string,
  part: Blob,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('PUT', url)
    request.upload.addEventListener('progress', ({ loaded }) => onSent(loaded))
    request.addEventListener('load', () => {
      const etag = request.getResponseHeader('etag')
      if (request.status === 200 && etag !== null) resolve(etag)
      else reject(new PartError(request.status === 403))
    })
    request.addEventListener('error', () => reject(new PartError(false)))
    request.addEventListener('abort', () => reject(new DOMException('Given up.', 'AbortError')))
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    else request.send(part)
  })
}
