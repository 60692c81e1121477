import { ToastRegion } from '#web/ui/toast-region.tsx'
import { OfflineNotice } from './offline-notice.tsx'

/** What is shown over any page. Toasts from before it is loaded are kept until then. */
export function Notices() {
  return (
    <>
      <ToastRegion />
      <OfflineNotice />
    </>
  )
}
