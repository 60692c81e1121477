import { createStore, useStore } from '#web/ui/store.ts'

/** `delayed` while pages ask now and then instead of being told, and while the index is behind the ledger. */
export type LiveState = 'connecting' | 'live' | 'delayed' | 'offline'

/** How current the open page is. */
export const liveState = createStore<LiveState>('connecting')

/** Whether the open page is told of changes, so that it need not ask. */
export const useIsLive = (): boolean => useStore(liveState) === 'live'
