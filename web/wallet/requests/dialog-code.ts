import type { ComponentType } from 'react'
import { loadOnline } from '#web/ui/lazy-code.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import type { TransactionDialogProps } from './transaction-dialog.tsx'

/**
 * Code of the request dialog. Not a lazy component, because that would render nothing for a moment, and this dialog
 * replaces the previous one within one render.
 */
const code = createStore<ComponentType<TransactionDialogProps> | null>(null)

export async function loadDialog(): Promise<void> {
  if (code.get() !== null) return
  const { TransactionDialog } = await loadOnline(() => import('./transaction-dialog.tsx'))
  code.set(TransactionDialog)
}

export const useDialogCode = () => useStore(code)
