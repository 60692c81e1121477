import { createStore, useStore } from '#web/ui/store.ts'
import { sayInConsole } from './console-lines.ts'

/** `again`: a connected account signs in once more. */
export type ConnectPrompt = 'closed' | 'connect' | 'again'
type Outcome = 'connected' | 'left'

const prompt = createStore<ConnectPrompt>('closed')
let afterwards: ((outcome: Outcome) => void)[] = []

/**
 * Opens the connect dialog. `then` runs once a wallet is connected, and not at all when the dialog is left. What waited for
 * an earlier dialog is cancelled.
 */
export function openConnect(then?: () => void): void {
  if (then !== undefined) sayInConsole('Need to connect wallet.')
  const earlier = afterwards
  afterwards = then === undefined ? [] : [(outcome) => outcome === 'connected' && then()]
  prompt.set('connect')
  for (const waiter of earlier) waiter('left')
}

/** Asks the connected account to sign in once more. False when it does not. */
export function signInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    afterwards.push((outcome) => resolve(outcome === 'connected'))
    prompt.set('again')
  })
}

export function closeConnect(outcome: Outcome): void {
  const waiting = afterwards
  afterwards = []
  prompt.set('closed')
  for (const then of waiting) then(outcome)
}

export const currentPrompt = (): ConnectPrompt => prompt.get()

export const useConnectPrompt = (): ConnectPrompt => useStore(prompt)
