import { createStore, useStore } from '#web/ui/store.ts'

/** `delayed` while pages poll instead of receiving events, or while the index is behind the ledger. */
export type LiveState = 'connecting' | 'live' | 'delayed' | 'offline'

/** The state of the page's connection to new events. */
export const liveState = createStore<LiveState>('connecting')

/** Returns true if the open page receives events and need not poll. */
export const useIsLive = (): boolean => useStore(liveState) === 'live'
