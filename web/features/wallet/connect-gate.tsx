import { lazy, Suspense, useEffect } from 'react'
import { closeConnect, openConnect, useConnectOpen } from './connect-prompt.ts'
import { loadPendingConnect, savePendingConnect } from './pending-connect.ts'
import { useSession } from './session.ts'

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))

/** Holds the place of the connect dialog, and takes up a sign-in that a reload or the way to the app interrupted. */
export function ConnectGate() {
  const open = useConnectOpen()
  const session = useSession()
  const connected = session.state === 'connected'
  useEffect(() => {
    if (connected) {
      // Another tab, or the wallet's return in a new one, has finished it.
      savePendingConnect(sessionStorage, null)
      closeConnect('connected')
    } else if (loadPendingConnect(sessionStorage, Date.now()) !== null) openConnect()
  }, [connected])
  return <Suspense fallback={null}>{open && !connected && <ConnectDialog />}</Suspense>
}
