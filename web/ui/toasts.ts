import { useSyncExternalStore } from 'react'

export interface Toast {
  id: number
  title: string
  text?: string
  tone: 'plain' | 'good' | 'bad'
  /** Until it is dismissed or acted on. */
  stays?: true
  action?: { label: string; run: () => void }
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Says something that happened elsewhere on the page; at most three stand at once. */
export function announce(toast: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>): void {
  lastId += 1
  set([...toasts.slice(-2), { tone: 'plain', ...toast, id: lastId }])
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => toasts)
}
