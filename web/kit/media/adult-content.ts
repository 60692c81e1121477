import { createPersistedStore } from '#web/ui/persisted-store.ts'

/** True if the visitor of this browser has consented to adult content. */
export const adultContent = createPersistedStore<boolean>(
  'opx-adult-content',
  (value) => typeof value === 'boolean',
  false,
)
