import { lazy, Suspense } from 'react'
import { useRequests } from './request-store.ts'

const TrayMenu = lazy(async () => ({ default: (await import('./tray-menu.tsx')).TrayMenu }))

/** Running and recent requests. Renders nothing without any. */
export function RequestTray() {
  const { records } = useRequests()
  if (records.length === 0) return null
  return (
    <Suspense fallback={null}>
      <TrayMenu records={records} />
    </Suspense>
  )
}
