import type { SyncProgress } from '#worker/contract/sync.ts'
import { Button } from '#web/ui/button.tsx'
import css from './sync-button.module.css'

interface SyncButtonProps {
  busy: boolean
  progress: SyncProgress | null
  run: () => void
}

/** The button with what is going on beside it. */
export function SyncButton({ busy, progress, run }: SyncButtonProps) {
  return (
    <div className={css.row}>
      <Button look="quiet" busy={busy} onClick={run}>
        Sync
      </Button>
      <span role="status" className={css.state}>
        {progress !== null && words(progress)}
      </span>
    </div>
  )
}

function words({ message, done, total }: SyncProgress): string {
  return total > 0 ? `${message} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}` : message
}
