import { lazy, Suspense } from 'react'
import { useRequests } from './request-store.ts'

const TrayMenu = lazy(async () => ({ default: (await import('./tray-menu.tsx')).TrayMenu }))

/** Running and recent requests. Renders nothing without any, unless the menu of the account opens it. */
export function RequestTray() {
  const { records, trayOpen } = useRequests()
  if (records.length === 0 && !trayOpen) return null
  return (
    <Suspense fallback={null}>
      <TrayMenu records={records} open={trayOpen} />
    </Suspense>
  )
}
