import { t } from '#web/messages.ts'
import { formatDuration, formatShortWait } from '#web/ui/durations.ts'
import hidden from '#web/ui/visually-hidden.module.css'
import { waitWords } from './wait-words.ts'

const hourMs = 3_600_000

/** Shows the remaining wait inside the button. `leftMs` is in milliseconds. */
export function WaitClock({ left }: { left: number }) {
  return <span aria-hidden="true"> {left < hourMs ? formatShortWait(left) : formatDuration(left)}</span>
}

/** Describes the remaining wait of the button to screen readers, and announces its end. */
export function WaitSentence({ id, leftMs }: { id: string; leftMs: number }) {
  return (
    <span className={hidden.hidden}>
      {leftMs > 0 && (
        <span id={id}>{t('You can try again within {wait}.', { wait: waitWords(leftMs) })}</span>
      )}
      <span role="status">{leftMs <= 0 && t('You can try again now.')}</span>
    </span>
  )
}
