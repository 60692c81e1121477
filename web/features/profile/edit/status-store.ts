import { t } from '#web/messages.ts'
import { requestFailed, sentenceOf } from '#web/api/error.ts'
import { createStore, useStore } from '#web/ui/store.ts'

export interface ShownStatus {
  title: string
  text: string | null
  state: 'pending' | 'success' | 'failed' | 'other'
}

interface Reply {
  status: string
  data: unknown
}

const statusStore = createStore<ShownStatus | null>(null)

/** Returns the status to show for a reply. A status other than success or failed is shown unchanged. */
export function statusOf({ status, data }: Reply): ShownStatus {
  const message = typeof data === 'string' && data !== '' ? data : null
  if (status === 'success')
    return { state: 'success', title: t('Request completed successfully'), text: message }
  if (status === 'failed')
    return { state: 'failed', title: requestFailed, text: message === requestFailed ? null : message }
  return { state: 'other', title: status, text: message }
}

/** Shows the progress and the result of a request in the dialog. Returns whether it succeeded. */
export async function withStatus(pendingText: string, request: () => Promise<Reply>): Promise<boolean> {
  statusStore.set({ state: 'pending', title: pendingText, text: null })
  const reply = await request().catch((error: unknown) => ({ status: 'failed', data: sentenceOf(error) }))
  statusStore.set(statusOf(reply))
  return reply.status === 'success'
}

export const dismissStatus = () => statusStore.set(null)

export const useStatus = (): ShownStatus | null => useStore(statusStore)
