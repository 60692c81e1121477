import { beginningSource, maxFilmBytes } from '#contract/rules/media.ts'
import type { Context } from '#worker/domain/context.ts'
import { readFirst, streamOfBytes } from '#worker/ledger/bounded-body.ts'
import type { FoundFile } from './find-file.ts'

const idleMs = 15_000

interface Film {
  /** The media route serves the film at this path. */
  src: string
  find(context: Context, range?: string): Promise<FoundFile | null>
  /** True if the film is stored permanently. */
  isPublished(context: Context): Promise<boolean>
}

/**
 * Returns the first bytes of a film as a separate file, so that a browser cannot read on. Other files have no
 * beginning.
 */
export const beginningOf = ({ src, find, isPublished }: Film): Film => ({
  src: beginningSource({ src }),
  isPublished,
  find: async (context) => {
    const file = await find(context, `bytes=0-${maxFilmBytes - 1}`)
    if (file === null) return null
    if (!file.contentType.startsWith('video/')) {
      await file.body.cancel()
      return null
    }
    const bytes = await readFirst(file.body, { maxBytes: maxFilmBytes, idleMs })
    return { ...file, body: streamOfBytes(bytes), bytes: bytes.length, range: null }
  },
})
