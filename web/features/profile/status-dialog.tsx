import { useEffect } from 'react'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import css from './profile-page.module.css'
import { dismissStatus, useStatus } from './edit/status-store.ts'

/** The result of following or of saving a profile. It stays open across navigations. */
export function StatusDialog() {
  const status = useStatus()
  useEffect(() => dismissStatus, [])
  if (status === null) return null
  const { title, text, state } = status
  return (
    <Dialog open size="small" title={title} onClose={dismissStatus}>
      <div className={css.outcome}>
        <div role={state === 'failed' ? 'alert' : 'status'}>
          {state === 'pending' ? <Spinner /> : text !== null && <p>{text}</p>}
        </div>
        <Button wide onClick={dismissStatus}>
          {t('Close')}
        </Button>
      </div>
    </Dialog>
  )
}
