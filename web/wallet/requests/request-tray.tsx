import { Suspense } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { useRequests } from './request-store.ts'

const TrayMenu = lazyCode(async () => (await import('./tray-menu.tsx')).TrayMenu)

/** Running and recent requests. Renders nothing if there are none, unless the account menu opens the tray. */
export function RequestTray() {
  const { records, trayOpen } = useRequests()
  if (records.length === 0 && !trayOpen) return null
  return (
    <Suspense fallback={null}>
      <TrayMenu records={records} open={trayOpen} />
    </Suspense>
  )
}
