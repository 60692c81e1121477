import { t } from '#web/messages.ts'
import { formatDuration, formatShortWait } from '#web/ui/durations.ts'
import hidden from '#web/ui/visually-hidden.module.css'
import { waitWords } from './wait-words.ts'

const hourMs = 3_600_000

/** The rest of a wait in milliseconds, shown inside the button. */
export function WaitClock({ left }: { left: number }) {
  return <span aria-hidden="true"> {left < hourMs ? formatShortWait(left) : formatDuration(left)}</span>
}

/** The rest of a wait for screen readers: the button's description, and one announcement at the end. */
export function WaitSentence({ id, left }: { id: string; left: number }) {
  return (
    <span className={hidden.hidden}>
      {left > 0 && <span id={id}>{t('You can try again within {wait}.', { wait: waitWords(left) })}</span>}
      <span role="status">{left <= 0 && t('You can try again now.')}</span>
    </span>
  )
}
