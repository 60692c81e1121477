import { filmOfStill, maxStillBytes } from '#contract/rules/media.ts'
import { errorFacts } from '#contract/words/error-facts.ts'
import { findMedia } from '#db/queries/media/files.ts'
import { findWorkFile } from '#db/queries/media/work-files.ts'
import type { Context } from '#worker/domain/context.ts'
import type { FoundFile } from './find-file.ts'
import { pathOfSource } from './named-files.ts'

export interface FrameMaker {
  /** The first frame of a film as a JPEG; null where no films are read. Throws for a film that cannot be read. */
  firstFrame(film: ReadableStream<Uint8Array>): Promise<Uint8Array | null>
}

const contentType = 'image/jpeg'

/** Key of the still picture of a film, by the film's path at the media route. */
export const stillKey = (film: string): string => `stills${film.slice('/media'.length)}`

/** True if a work names this film, so that nobody can have us read other films. */
async function isNamedFilm({ db }: Context, film: string): Promise<boolean> {
  const path = pathOfSource(film)
  const file = (await findWorkFile(db.read, film)) ?? (path === null ? null : await findMedia(db.read, path))
  return file !== null && filmOfStill(file.contentType, file.bytes)
}

/**
 * Finds the still picture of a film, or has it made once. Returns null if there is none: the platform cannot read the film, or nobody
 * has it. Throws Refusal: rate_limited, storage_unavailable.
 */
export async function findStill(
  context: Context,
  frames: FrameMaker,
  film: string,
  findFilm: () => Promise<FoundFile | null>,
): Promise<FoundFile | null> {
  const key = stillKey(film)
  const still = await context.storage.find(key)
  if (still !== null) return { ...still, contentType, isPublic: true, isVerified: true }
  if (!(await isNamedFilm(context, film))) return null
  const file = await findFilm()
  if (file === null) return null
  try {
    if (file.bytes >= maxStillBytes) throw new Error('The film is too large.')
    const bytes = await frames.firstFrame(file.body)
    if (bytes === null) return null
    // A gateway may have sent another film: its still is not kept.
    const isCertain = file.isVerified || pathOfSource(film) === null
    if (isCertain) await context.storage.put(key, bytes, contentType)
    const body = new Blob([Uint8Array.from(bytes)]).stream()
    return { body, bytes: bytes.length, contentType, range: null, isPublic: true, isVerified: isCertain }
  } catch (error) {
    context.log.info('still_not_made', { film, ...errorFacts(error) })
    if (!file.body.locked) await file.body.cancel()
    return null
  }
}
