import { ToastRegion } from '#web/ui/toast-region.tsx'
import { t } from '#web/messages.ts'
import { useOnline } from '#web/ui/use-online.ts'
import css from './offline-notice.module.css'

function OfflineNotice() {
  const online = useOnline()
  return (
    <div role="status" className={css.place}>
      {!online && (
        <p className={css.notice}>
          {t('You are offline. What you see may be out of date; nothing you signed is lost.')}
        </p>
      )}
    </div>
  )
}

/** Toasts and dialogs on every page. Toasts from before this code loads are queued. */
export function Notices() {
  return (
    <>
      <ToastRegion />
      <OfflineNotice />
    </>
  )
}
