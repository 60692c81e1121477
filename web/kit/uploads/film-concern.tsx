import { t } from '#web/messages.ts'
import css from './upload-picker.module.css'
import { useFilmConcern } from './use-film-concern.ts'

/** Says that most browsers will not show the picture of a film, before it is minted for good. */
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
                'Most browsers cannot show this film: it is not in H.264, AV1 or VP9 (phones often record HEVC). Export it as H.264 and choose the new file.',
              )}
        </p>
      )}
    </div>
  )
}
