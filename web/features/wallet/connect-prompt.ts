import { useSyncExternalStore } from 'react'
import { sayInConsole } from './console-lines.ts'

let open = false
let afterwards: (() => void) | null = null
const listeners = new Set<() => void>()

function set(next: boolean): void {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Opens the connect dialog; `then` is what needs the wallet: it runs once one is connected, and not at all when the dialog
 * is left.
 */
export function openConnect(then?: () => void): void {
  if (then !== undefined) sayInConsole('Need to connect wallet.')
  afterwards = then ?? null
  set(true)
}

export function closeConnect(outcome: 'connected' | 'left'): void {
  const then = afterwards
  afterwards = null
  set(false)
  if (outcome === 'connected') then?.()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnectOpen(): boolean {
  return useSyncExternalStore(subscribe, () => open)
}
