import { useSyncExternalStore } from 'react'
import { sayInConsole } from './console-lines.ts'

/** `again`: somebody who is connected signs in once more. */
export type ConnectPrompt = 'closed' | 'connect' | 'again'
type Outcome = 'connected' | 'left'

let prompt: ConnectPrompt = 'closed'
let afterwards: ((outcome: Outcome) => void)[] = []
const listeners = new Set<() => void>()

function set(next: ConnectPrompt): void {
  prompt = next
  for (const listener of listeners) listener()
}

/**
 * Opens the connect dialog. `then` runs once a wallet is connected, and not at all when the dialog is left. Whatever waited
 * for an earlier dialog is told that it was left.
 */
export function openConnect(then?: () => void): void {
  if (then !== undefined) sayInConsole('Need to connect wallet.')
  const earlier = afterwards
  afterwards = then === undefined ? [] : [(outcome) => outcome === 'connected' && then()]
  set('connect')
  for (const waiter of earlier) waiter('left')
}

/** Asks who is connected to sign in once more. False when the dialog is left without. */
export function signInAgain(): Promise<boolean> {
  return new Promise((resolve) => {
    afterwards.push((outcome) => resolve(outcome === 'connected'))
    set('again')
  })
}

export function closeConnect(outcome: Outcome): void {
  const waiting = afterwards
  afterwards = []
  set('closed')
  for (const then of waiting) then(outcome)
}

export const currentPrompt = (): ConnectPrompt => prompt

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnectPrompt(): ConnectPrompt {
  return useSyncExternalStore(subscribe, currentPrompt)
}
