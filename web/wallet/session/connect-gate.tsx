import { Suspense, useEffect } from 'react'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { useConnectPrompt } from './connect-prompt.ts'
import { dropSignInAgain, followSession } from './follow-session.ts'
import { useSession } from './session.ts'

const ConnectDialog = lazyCode(async () => (await import('./connect-dialog.tsx')).ConnectDialog)

/** Renders the connect dialog, and resumes a sign-in that a reload or the visit to the app has interrupted. */
export function ConnectGate() {
  const prompt = useConnectPrompt()
  const session = useSession()
  const account = session.state === 'connected' ? session.account : null
  const connected = account !== null
  // This comes before followSession, which would reopen the sign-in of a session that has ended.
  useEffect(() => {
    dropSignInAgain(prompt, connected)
  }, [prompt, connected])
  useEffect(() => followSession(connected), [connected])
  const isVisible = (prompt === 'connect' && !connected) || (prompt === 'again' && connected)
  return <Suspense fallback={null}>{isVisible && <ConnectDialog again={account} />}</Suspense>
}
