import { hasKeys, type ItemStorage, createStoredValue } from '#web/ui/persisted.ts'

interface StoredItem {
  value: unknown
  /** Milliseconds of the Unix epoch. */
  expiry: number
}

const hasFields = hasKeys<StoredItem>('value', 'expiry')
const isStoredItem = (value: unknown): value is StoredItem =>
  hasFields(value) && typeof value.expiry === 'number'

/** Stores a value for `lifetimeMs` from `now`. */
export function writeItem(
  storage: ItemStorage,
  key: string,
  value: unknown,
  lifetimeMs: number,
  now: number,
): void {
  createStoredValue(storage, key, isStoredItem).write({ value, expiry: now + lifetimeMs })
}

/** Returns the value; null if there is none. Removes expired and unreadable items. */
export function readItem(storage: ItemStorage, key: string, now: number): unknown {
  const base = createStoredValue(storage, key, isStoredItem)
  const item = base.read()
  if (item !== null && now <= item.expiry) return item.value
  base.remove()
  return null
}
