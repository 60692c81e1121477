import { Suspense, useEffect } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { useConnectPrompt } from './connect-prompt.ts'
import { dropSignInAgain, followSession } from './follow-session.ts'
import { useSession } from './session.ts'
import { useNetworkPrompt } from './network-prompt.ts'

const ConnectDialog = lazyCode(async () => (await import('./connect-dialog.tsx')).ConnectDialog)

/** Renders the connect dialog. Resumes a sign-in that was interrupted by a reload or by switching to the wallet app. */
export function ConnectGate() {
  const prompt = useConnectPrompt()
  const session = useSession()
  const account = session.state === 'connected' ? session.account : null
  const isConnected = account !== null
  // Must run before followSession, which would reopen the sign-in of a session that has ended.
  useEffect(() => {
    dropSignInAgain(prompt, isConnected)
  }, [prompt, isConnected])
  useEffect(() => followSession(isConnected), [isConnected])
  const isVisible = (prompt === 'connect' && !isConnected) || (prompt === 'again' && isConnected)
  return <Suspense fallback={null}>{isVisible && <ConnectDialog returningAccount={account} />}</Suspense>
}

const NetworkDialog = lazyCode(async () => (await import('./network-dialog.tsx')).NetworkDialog)

/** Renders the dialog about a busy ledger while a call waits for the user's choice. */
export function NetworkGate() {
  const prompt = useNetworkPrompt()
  return <Suspense fallback={null}>{prompt !== null && <NetworkDialog {...prompt} />}</Suspense>
}
