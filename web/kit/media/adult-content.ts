import { createPersistedStore } from '#web/ui/persisted-store.ts'

/** True if this browser shows adult content: its visitor has agreed once. */
export const adultContent = createPersistedStore<boolean>(
  'opx-adult-content',
  (value) => typeof value === 'boolean',
  false,
)
