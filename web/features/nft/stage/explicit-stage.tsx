import type { ReactNode } from 'react'
import type { Media } from '#contract/schemas/media.ts'
import { adultContent } from '#web/kit/media/adult-content.ts'
import { Veil } from '#web/kit/media/veil.tsx'
import { workRatio } from '#web/kit/media/work-ratio.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useStore } from '#web/ui/store.ts'
import css from './explicit-stage.module.css'

interface ExplicitStageProps {
  media: Media
  /** Renders content in the display area of the work. */
  wall: (content: ReactNode) => ReactNode
  children: ReactNode
}

/** A work with adult content. Blurred until the visitor consents, once for the whole site. */
export function ExplicitStage({ media, wall, children }: ExplicitStageProps) {
  if (useStore(adultContent)) return children
  return (
    <>
      {wall(<Veil media={media} ratio={workRatio(media)} />)}
      <div className={css.consent}>
        <p>
          {t(
            'This work is marked as adult content. Your choice is saved in this browser, and you can undo it in the footer.',
          )}
        </p>
        <Button onClick={() => adultContent.set(true)}>{t('Show adult content')}</Button>
      </div>
    </>
  )
}
