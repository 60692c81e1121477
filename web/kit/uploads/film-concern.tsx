import { m } from '#web/messages.ts'
import css from './upload-picker.module.css'
import { useFilmConcern } from './use-film-concern.ts'

/** Says that most browsers will not show the picture of a film, before it is minted for good. */
export function FilmConcern({ file }: { file: File | null }) {
  const concern = useFilmConcern(file)
  return (
    <div role="status">
      {concern !== null && (
        <p className={css.concern}>
          {concern === 'sound_only' ? m.kit_film_concern_sound_only : m.kit_film_concern_rare_format}
        </p>
      )}
    </div>
  )
}
