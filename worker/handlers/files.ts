import type { Context } from '#worker/domain/context.ts'
import { ipfsSource } from '#contract/rules/media.ts'
import { findCopy } from '#worker/domain/media/find-copy.ts'
import { findFile, type FoundFile, isPublished } from '#worker/domain/media/find-file.ts'
import {
  fileOfStill,
  findStill,
  type FrameMaker,
  makeStill,
  type Still,
} from '#worker/domain/media/find-still.ts'
import type { EdgeCache } from '#worker/http/edge-cache.ts'
import { onceAtATime } from '#worker/http/once-at-a-time.ts'

/**
 * Maximum size of files in the edge cache. Larger files would stay in memory for visitors that are slower than the
 * edge.
 */
const maxKeptBytes = 8 * 1024 * 1024

/** Cache lifetime of verified files: they are addressed by their content, so an answer never changes. */
const forever = 'public, max-age=31536000, immutable'
/** Cache lifetime of files that were not compared with their addresses and may be wrong. */
const forADay = 'public, max-age=86400'

export const keepingTime = ({ isVerified }: Pick<FoundFile, 'isVerified'>): string =>
  isVerified ? forever : forADay

/** A file of the media route. */
export interface MediaAddress {
  /** The path of the file. */
  src: string
  find(context: Context, range?: string): Promise<FoundFile | null>
  /** True if the file is stored permanently. */
  isPublished(context: Context): Promise<boolean>
}

export const onIpfs = (path: string): MediaAddress => ({
  src: ipfsSource(path),
  find: (context, range) => findFile(context, path, range),
  isPublished: (context) => isPublished(context, path),
})

/** Returns the address of a file that is not on IPFS, by the hash of its URL. */
export const copiedMedia = (id: string): MediaAddress => ({
  src: `/media/web/${id}`,
  find: (context, range) => findCopy(context, `/media/web/${id}`, range),
  isPublished: () => Promise.resolve(true),
})

/** Returns a range of a small file. Safari plays nothing from a server that ignores ranges. */
export async function partOf(file: Response, range: string | undefined): Promise<Response> {
  const [, from, to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined || file.status !== 200) return file
  const bytes = new Uint8Array(await file.arrayBuffer())
  const part = bytes.subarray(Number(from), to === '' ? bytes.length : Number(to) + 1)
  if (part.length === 0) return new Response(bytes, file)
  const answer = new Response(part, { status: 206, headers: file.headers })
  const last = Number(from) + part.length - 1
  answer.headers.set('content-range', `bytes ${from}-${last}/${bytes.length}`)
  answer.headers.set('content-length', String(part.length))
  return answer
}

/** Cache lifetime of the answer that a film has no still picture. The film is not read again for an hour. */
const stillAbsent = 'public, max-age=3600'

/** Creates the still pictures of films, once for simultaneous requests. */
export function createStills(frames: FrameMaker, cache: EdgeCache) {
  const once = onceAtATime<Still | null>()

  async function makeOnce(context: Context, film: MediaAddress, absence: string): Promise<FoundFile | null> {
    if ((await cache.match(absence)) !== undefined) return null
    const { result } = await once(
      film.src,
      () => makeStill(context, frames, film),
      (work) => context.afterReply(work),
    )
    if (result !== null) return fileOfStill(result)
    await cache.put(absence, new Response('', { headers: { 'cache-control': stillAbsent } }))
    return null
  }

  return (film: MediaAddress): MediaAddress => {
    const src = film.src.replace(/^\/media\//, '/media/stills/')
    return {
      src,
      isPublished: film.isPublished,
      find: async (context) =>
        (await findStill(context, film.src)) ??
        makeOnce(context, film, `${context.settings.siteOrigin}${src}?absent`),
    }
  }
}

/**
 * Policy of uploaded files, which must not execute anything: scripts are forbidden, and the files do not have our
 * origin (sandbox without allow-same-origin).
 */
const sandboxPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'; sandbox"

/** Headers of published files, which other sites may embed. */
export const publicHeaders = {
  'content-security-policy': sandboxPolicy,
  'cross-origin-resource-policy': 'cross-origin',
}

function headersOf(file: FoundFile): Record<string, string> {
  const inline = /^(image|video|audio|model)\/|^application\/pdf$/.test(file.contentType)
  return {
    'content-type': inline ? file.contentType : 'application/octet-stream',
    'cache-control': keepingTime(file),
    'accept-ranges': 'bytes',
    ...publicHeaders,
    ...(file.bytes > 0 ? { 'content-length': String(file.bytes) } : {}),
    ...(file.range === null ? {} : { 'content-range': file.range }),
    ...(inline ? {} : { 'content-disposition': 'attachment' }),
  }
}

/** Matches ranges that the edge answers like the store. The store answers other ranges. */
const oneRange = /^bytes=(\d+-\d*|-\d+)$/

/** Copies a cached answer, because its headers are immutable and more are added later. */
function copyOf(answer: Response): Response {
  const copy = new Response(answer.body, answer)
  copy.headers.set('x-file', 'kept')
  return copy
}

/** Serves original files: from the edge, or from the store (small ones are cached at the edge at the same time). */
export function createFiles(cache: EdgeCache) {
  const keyOf = ({ settings }: Context, { src }: MediaAddress) => `${settings.siteOrigin}${src}`

  /** Stores a published file at the edge. Other files may still be removed, so they are not stored. */
  async function keep(context: Context, media: MediaAddress, file: FoundFile, copy: Response): Promise<void> {
    if (file.isPublic || (await media.isPublished(context))) await cache.put(keyOf(context, media), copy)
    else await copy.body?.cancel()
  }

  return {
    /** Returns the whole file if the edge has cached it. */
    findKept: (context: Context, media: MediaAddress) => cache.match(keyOf(context, media)),
    /** Returns the file, or a range of it; null if neither the store nor IPFS has it. */
    async find(context: Context, media: MediaAddress, range?: string): Promise<Response | null> {
      const key = keyOf(context, media)
      const simple = range === undefined || oneRange.test(range)
      const answer = simple ? await cache.match(key, range) : undefined
      // The range is beyond the end of the file. A server may ignore a Range (RFC 9110, 14.2).
      if (answer?.status === 416) return this.find(context, media)
      if (answer !== undefined) return copyOf(answer)
      const file = await media.find(context, range)
      if (file === null) return null
      const headers = headersOf(file)
      if (file.range !== null) return new Response(file.body, { status: 206, headers })
      if (file.bytes === 0 || file.bytes > maxKeptBytes) return new Response(file.body, { headers })
      const [body, copy] = file.body.tee()
      context.afterReply(keep(context, media, file, new Response(copy, { headers })).catch(() => undefined))
      return new Response(body, { headers })
    },
  }
}
