import { useSyncExternalStore } from 'react'
import { requestFailed, sentenceOf } from '#web/api/error.ts'

export interface ShownStatus {
  title: string
  text: string | null
  state: 'pending' | 'success' | 'failed' | 'other'
}

interface Reply {
  status: string
  data: unknown
}

let shown: ShownStatus | null = null
const listeners = new Set<() => void>()

function show(next: ShownStatus | null): void {
  shown = next
  for (const listener of listeners) listener()
}

/** What a reply says of itself; a status that is neither success nor failed is passed on as it is. */
export function statusOf({ status, data }: Reply): ShownStatus {
  const said = typeof data === 'string' && data !== '' ? data : null
  if (status === 'success') return { state: 'success', title: 'Request completed successfully', text: said }
  if (status === 'failed')
    return { state: 'failed', title: requestFailed, text: said === requestFailed ? null : said }
  return { state: 'other', title: status, text: said }
}

/** Has the dialog tell of a request from its beginning to its end. Whether it succeeded. */
export async function tellStatus(pending: string, request: () => Promise<Reply>): Promise<boolean> {
  show({ state: 'pending', title: pending, text: null })
  const reply = await request().catch((error: unknown) => ({ status: 'failed', data: sentenceOf(error) }))
  show(statusOf(reply))
  return reply.status === 'success'
}

export const dismissStatus = () => show(null)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useStatus(): ShownStatus | null {
  return useSyncExternalStore(subscribe, () => shown)
}
