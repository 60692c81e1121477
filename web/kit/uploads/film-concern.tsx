import { t } from '#web/messages.ts'
import css from './upload-picker.module.css'
import { useEffect, useState } from 'react'
import type { FilmConcern } from './read-film.ts'

/** Returns why most browsers cannot show the picture of a video; null if they can, and for other files. */
function useFilmConcern(file: File | null): FilmConcern {
  const [result, setKnown] = useState<{ file: File; concern: FilmConcern } | null>(null)
  const isFilm =
    file !== null && (/^video\/(mp4|webm)$/.test(file.type) || /\.(mp4|m4v|webm)$/i.test(file.name))
  useEffect(() => {
    if (!isFilm) return
    // Ignore a file that cannot be read, because its upload will be refused.
    import('./read-film.ts')
      .then(async ({ readFilmConcern }) => setKnown({ file, concern: await readFilmConcern(file) }))
      .catch(() => undefined)
  }, [file, isFilm])
  return result !== null && result.file === file ? result.concern : null
}

/** Warns before the mint if most browsers will not show the picture of a video. */
export function FilmConcern({ file }: { file: File | null }) {
  const concern = useFilmConcern(file)
  return (
    <div role="status">
      {concern !== null && (
        <p className={css.concern}>
          {concern === 'sound_only'
            ? t(
                'This file has sound but no picture, so browsers show an empty player. Choose a film, or mint a picture and attach the sound.',
              )
            : t(
                'Most browsers cannot play this film: it is not in H.264, AV1 or VP9 (phones often record HEVC). Export it as H.264 and choose the new file.',
              )}
        </p>
      )}
    </div>
  )
}
