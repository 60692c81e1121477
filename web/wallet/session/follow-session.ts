import { type ConnectPrompt, closeConnect, openConnect } from './connect-prompt.ts'
import { loadPendingConnect, savePendingConnect } from './pending-connect.ts'

/** Brings the connect dialog in line with the session; for each change of whether a wallet is connected. */
export function followSession(connected: boolean): void {
  if (connected) {
    // Another tab, or the wallet's return in a new one, has finished it.
    savePendingConnect(sessionStorage, null)
    closeConnect('connected')
  } else if (loadPendingConnect(sessionStorage, Date.now()) !== null) openConnect()
}

/** Closes "Sign in again" when the session has ended: nobody is left to do so. */
export function dropSignInAgain(prompt: ConnectPrompt, connected: boolean): void {
  if (prompt !== 'again' || connected) return
  savePendingConnect(sessionStorage, null)
  closeConnect('left')
}
