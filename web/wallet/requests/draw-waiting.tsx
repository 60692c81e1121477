import type { DrawProgress } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { Sealed } from '#web/ui/sealed.tsx'
import css from './draw-waiting.module.css'

const words = {
  asked: t('Your number is on its way to the ledger.'),
  anchored: t('Your number is on the ledger. The next ledger decides what you get.'),
  drawn: t('Your work is drawn. The marketplace delivers it to you, sealed.'),
} as const

/** A draw in progress: the current step, and a sealed work that pulses until the drawn work is known. */
export function DrawWaiting({ draw }: { draw: Pick<DrawProgress, 'number' | 'phase'> | undefined }) {
  const phase = draw?.phase ?? 'asked'
  return (
    <div className={css.waiting} data-phase={phase}>
      <span className={css.work}>
        <Sealed alt="" />
      </span>
      <div role="status" className={css.words}>
        {draw !== undefined && (
          <p className={css.number}>{t('Draw {number, number}', { number: draw.number })}</p>
        )}
        <p className={css.quiet}>{words[phase]}</p>
      </div>
    </div>
  )
}
