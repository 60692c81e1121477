import { createStore, useStore } from '#web/ui/store.ts'
import { logToConsole } from './console-lines.ts'
import { pendingStorage, saveWish } from './pending-connect.ts'

/** `again`: a connected account signs in again. */
export type ConnectPrompt = 'closed' | 'connect' | 'again'
type Outcome = 'connected' | 'left'

const prompt = createStore<ConnectPrompt>('closed')
let afterwards: ((outcome: Outcome) => void)[] = []

/**
 * Opens the connect dialog. `onConnect` runs once a wallet is connected, but not if the dialog is dismissed. Cancels
 * the callbacks of an earlier dialog.
 */
export function openConnect(onConnect?: () => void): void {
  if (onConnect !== undefined) logToConsole('Need to connect wallet.')
  const earlier = afterwards
  afterwards = onConnect === undefined ? [] : [(outcome) => outcome === 'connected' && onConnect()]
  prompt.set('connect')
  for (const callback of earlier) callback('left')
}

/** Asks the connected account to sign in again. Resolves to false if it does not. */
export function signInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    afterwards.push((outcome) => resolve(outcome === 'connected'))
    prompt.set('again')
  })
}

export function closeConnect(outcome: Outcome): void {
  const callbacks = afterwards
  afterwards = []
  if (outcome === 'left') saveWish(pendingStorage(), null)
  prompt.set('closed')
  for (const then of callbacks) then(outcome)
}

export const currentPrompt = (): ConnectPrompt => prompt.get()

export const useConnectPrompt = (): ConnectPrompt => useStore(prompt)
