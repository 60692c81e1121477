import { type ConnectPrompt, closeConnect, currentPrompt, openConnect } from './connect-prompt.ts'
import { loadPendingConnect, pendingStorage, savePendingConnect } from './pending-connect.ts'

/** Updates the connect dialog when a wallet connects or disconnects. */
export function followSession(isConnected: boolean): void {
  // "Sign in again" needs a connected wallet. It may have been pressed before this code was loaded.
  if (isConnected && currentPrompt() === 'again') return
  if (isConnected) {
    // The user may have finished the sign-in in another tab, to which the wallet app returned.
    savePendingConnect(pendingStorage(), null)
    closeConnect('connected')
  } else if (loadPendingConnect(pendingStorage(), Date.now()) !== null) openConnect()
}

/** Closes "Sign in again" if the session has ended. */
export function dropSignInAgain(prompt: ConnectPrompt, isConnected: boolean): void {
  if (prompt !== 'again' || isConnected) return
  savePendingConnect(pendingStorage(), null)
  closeConnect('left')
}
