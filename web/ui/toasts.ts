import { createStore, useStore } from './store.ts'

export interface Toast {
  id: number
  title: string
  text?: string
  tone: 'plain' | 'good' | 'bad'
  /** True if the toast stays until it is dismissed or its action is used. */
  stays?: true
  action?: { label: string; run: () => void }
}

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

/** Shows a toast. A fourth one replaces the oldest. */
export function announce(toast: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'tone'>>): void {
  lastId += 1
  toasts.set([...toasts.get().slice(-2), { tone: 'plain', ...toast, id: lastId }])
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

export const useToasts = (): readonly Toast[] => useStore(toasts)
