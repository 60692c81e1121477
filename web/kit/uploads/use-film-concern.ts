import { useEffect, useState } from 'react'
import type { Mp4Facts } from '#worker/contract/mp4-tracks.ts'

type Concern = Mp4Facts['concern']

async function concernOf(file: File, signal: AbortSignal): Promise<Concern> {
  const { createMp4Reader } = await import('#worker/contract/mp4-tracks.ts')
  const reader = createMp4Reader()
  await file.stream().pipeTo(new WritableStream({ write: reader.write }), { signal })
  return reader.end()?.concern ?? null
}

/** Why most browsers cannot show the picture of an MP4; null if they can, and for other files. */
export function useFilmConcern(file: File | null): Concern {
  const [known, setKnown] = useState<{ file: File; concern: Concern } | null>(null)
  const isFilm = file !== null && (file.type === 'video/mp4' || /\.(mp4|m4v)$/i.test(file.name))
  useEffect(() => {
    if (!isFilm) return
    const stop = new AbortController()
    // A file that cannot be read is refused by its upload.
    concernOf(file, stop.signal).then(
      (concern) => setKnown({ file, concern }),
      () => undefined,
    )
    return () => stop.abort()
  }, [file, isFilm])
  return known !== null && known.file === file ? known.concern : null
}
