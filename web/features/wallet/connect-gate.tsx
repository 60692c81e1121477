import { lazy, Suspense, useEffect } from 'react'
import { closeConnect, currentPrompt, openConnect, useConnectPrompt } from './connect-prompt.ts'
import { loadPendingConnect, savePendingConnect } from './pending-connect.ts'
import { useSession } from './session.ts'

const ConnectDialog = lazy(async () => ({ default: (await import('./connect-dialog.tsx')).ConnectDialog }))

/** Holds the place of the connect dialog, and takes up a sign-in that a reload or the way to the app interrupted. */
export function ConnectGate() {
  const prompt = useConnectPrompt()
  const session = useSession()
  const account = session.state === 'connected' ? session.account : null
  const connected = account !== null
  useEffect(() => {
    if (connected) {
      // Another tab, or the wallet's return in a new one, has finished it.
      savePendingConnect(sessionStorage, null)
      closeConnect('connected')
    } else if (loadPendingConnect(sessionStorage, Date.now()) !== null) openConnect()
    // Signed out meanwhile: there is nobody left to sign in again.
    else if (currentPrompt() === 'again') closeConnect('left')
  }, [connected])
  const shown = (prompt === 'connect' && !connected) || (prompt === 'again' && connected)
  return <Suspense fallback={null}>{shown && <ConnectDialog again={account} />}</Suspense>
}
