import type { DrawProgress } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'
import { Sealed } from '#web/ui/sealed.tsx'
import css from './draw-waiting.module.css'

const words = {
  asked: m.wallet_draw_waiting_number_way_ledger,
  anchored: m.wallet_draw_waiting_number_ledger_ledger_after,
  drawn: m.wallet_draw_waiting_drawn_marketplace_brings_sealed,
} as const

/** A draw that is being made: what happens now, and a sealed work that breathes until it is known. */
export function DrawWaiting({ draw }: { draw: Pick<DrawProgress, 'number' | 'phase'> | undefined }) {
  const phase = draw?.phase ?? 'asked'
  return (
    <div className={css.waiting} data-phase={phase}>
      <span className={css.work}>
        <Sealed alt="" />
      </span>
      <div role="status" className={css.words}>
        {draw !== undefined && (
          <p className={css.number}>{m.wallet_draw_waiting_draw({ number: draw.number })}</p>
        )}
        <p className={css.quiet}>{words[phase]}</p>
      </div>
    </div>
  )
}
