import { filmOfStill, maxStillBytes } from '#contract/rules/media.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { findMedia } from '#db/queries/media/files.ts'
import { findWorkFile } from '#db/queries/media/work-files.ts'
import type { Context } from '#worker/domain/context.ts'
import { boundedChunks, streamOf } from '#worker/ledger/bounded-body.ts'
import type { FoundFile } from './find-file.ts'
import { pathOfSource } from './named-files.ts'
import { recognizeFile } from './recognize-file.ts'

export interface FrameMaker {
  /**
   * Returns the first frame of a film as a JPEG; null if this platform reads no films. Throws for a film that cannot be
   * read.
   */
  firstFrame(film: ReadableStream<Uint8Array>): Promise<Uint8Array | null>
}

const contentType = 'image/jpeg'
const idleMs = 15_000

/** Returns the key of a film's still picture, by the film's path at the media route. */
export const stillKey = (film: string): string => `stills${film.slice('/media'.length)}`

/** True if a work names this film, so that nobody can make us read other films. */
async function isNamedFilm({ db }: Context, film: string): Promise<boolean> {
  const path = pathOfSource(film)
  const file = (await findWorkFile(db.http, film)) ?? (path === null ? null : await findMedia(db.http, path))
  return file !== null && filmOfStill(file.contentType, file.bytes)
}

/** A film as the media route serves it. */
export interface Film {
  /** The media route serves the film at this path. */
  src: string
  find(context: Context): Promise<FoundFile | null>
  /** True if the film is stored permanently. */
  isPublished(context: Context): Promise<boolean>
}

export interface Still {
  bytes: Uint8Array<ArrayBuffer>
  isVerified: boolean
}

const stillOf = (still: Pick<FoundFile, 'body' | 'bytes' | 'isVerified'>): FoundFile => ({
  ...still,
  contentType,
  range: null,
  isPublic: true,
})

/** Returns the stored still picture of a film; null if there is none. Throws Refusal('storage_unavailable'). */
export async function findStill({ storage }: Context, film: string): Promise<FoundFile | null> {
  const copy = await storage.find(stillKey(film))
  return copy && stillOf({ ...copy, isVerified: true })
}

export const fileOfStill = ({ bytes, isVerified }: Still): FoundFile =>
  stillOf({ body: new Blob([bytes]).stream(), bytes: bytes.length, isVerified })

/**
 * Creates the still picture of a film. Returns null if the platform cannot read the film, or if the film is not found.
 * A film that may still be removed gets no still, because the still would remain. Throws Refusal: rate_limited,
 * storage_unavailable.
 */
export async function makeStill(context: Context, frames: FrameMaker, film: Film): Promise<Still | null> {
  if (!(await isNamedFilm(context, film.src))) return null
  const file = await film.find(context)
  if (file === null) return null
  try {
    if (!file.isPublic && !(await film.isPublished(context))) throw new Error('The film is not published.')
    // Gateways do not always state the length of a film.
    const boundedBody = boundedChunks(file.body, { maxBytes: maxStillBytes - 1, idleMs })
    const frame = await frames.firstFrame(streamOf(boundedBody))
    if (frame === null) return null
    const facts = await recognizeFile(frame)
    if (facts?.contentType !== contentType) throw new Error('The still is no JPEG.')
    // A gateway may have sent a different film, so its still is not stored.
    const isVerified = file.isVerified || pathOfSource(film.src) === null
    const bytes = Uint8Array.from(frame)
    if (isVerified) await context.storage.put(stillKey(film.src), bytes, contentType)
    return { bytes, isVerified }
  } catch (error) {
    context.log.info('still_not_made', { film: film.src, ...errorFacts(error) })
    return null
  } finally {
    if (!file.body.locked) await file.body.cancel()
  }
}
