import { useEffect, useState } from 'react'
import type { FilmConcern } from './read-film.ts'

/** Why most browsers cannot show the picture of a film; null if they can, and for other files. */
export function useFilmConcern(file: File | null): FilmConcern {
  const [known, setKnown] = useState<{ file: File; concern: FilmConcern } | null>(null)
  const isFilm =
    file !== null && (/^video\/(mp4|webm)$/.test(file.type) || /\.(mp4|m4v|webm)$/i.test(file.name))
  useEffect(() => {
    if (!isFilm) return
    // A file that cannot be read is refused by its upload.
    import('./read-film.ts')
      .then(async ({ readFilmConcern }) => setKnown({ file, concern: await readFilmConcern(file) }))
      .catch(() => undefined)
  }, [file, isFilm])
  return known !== null && known.file === file ? known.concern : null
}
