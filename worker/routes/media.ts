import type { Hono } from 'hono'
import { Refusal } from '#worker/contract/refusal.ts'
import { findFile } from '#worker/domain/media/find-file.ts'
import { ipfsPathOf, parseSize, type Sized } from '#worker/http/media-request.ts'
import type { AppEnv } from './app-env.ts'

/** Files are named by their content, so an answer never changes. */
const forever = 'public, max-age=31536000, immutable'

/** A file of strangers must not run anything: no script, no origin of ours (sandbox without allow-same-origin). */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

export interface ImageMaker {
  /** The picture in the size asked for, or null when this is no picture that can be sized. */
  resize(body: ReadableStream<Uint8Array>, contentType: string, size: Sized): Promise<Response | null>
}

const sizable = /^image\/(png|jpeg|webp|avif)$/

export function mediaRoutes(app: Hono<AppEnv>, images: ImageMaker) {
  app.get('/media/ipfs/:path{.+}', async (http) => {
    const path = ipfsPathOf(http.req.param('path'))
    const range = http.req.header('range')
    const size = parseSize(http.req.query(), http.req.header('accept') ?? '')
    const file = await findFile(http.var.context, path, size === null ? range : undefined)
    if (file === null)
      throw new Refusal('not_found', 'This file is neither in our store nor on IPFS at the moment.')
    if (size !== null && sizable.test(file.contentType)) {
      const sized = await images.resize(file.body, file.contentType, size)
      if (sized !== null) {
        return new Response(sized.body, {
          headers: {
            'content-type': sized.headers.get('content-type') ?? file.contentType,
            'cache-control': forever,
            vary: 'accept',
            'content-security-policy': sandboxPolicy,
          },
        })
      }
    }
    const inline = /^(image|video|audio)\/|^application\/pdf$/.test(file.contentType)
    return new Response(file.body, {
      status: file.range === null ? 200 : 206,
      headers: {
        'content-type': inline ? file.contentType : 'application/octet-stream',
        'cache-control': forever,
        'accept-ranges': 'bytes',
        'content-security-policy': sandboxPolicy,
        ...(file.bytes > 0 ? { 'content-length': String(file.bytes) } : {}),
        ...(file.range === null ? {} : { 'content-range': file.range }),
        ...(inline ? {} : { 'content-disposition': 'attachment' }),
      },
    })
  })
}
