export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface StoredItem {
  value: unknown
  expiry: number
}

function isStoredItem(value: unknown): value is StoredItem {
  return (
    typeof value === 'object' &&
    value !== null &&
    'value' in value &&
    'expiry' in value &&
    typeof value.expiry === 'number'
  )
}

/** Keeps a value for `lifetimeMs` from `now`. */
export function writeItem(
  storage: ItemStorage,
  key: string,
  value: unknown,
  lifetimeMs: number,
  now: number,
): void {
  storage.setItem(key, JSON.stringify({ value, expiry: now + lifetimeMs }))
}

/** The value, or null when there is none. Expired and unreadable items are removed on reading. */
export function readItem(storage: ItemStorage, key: string, now: number): unknown {
  const text = storage.getItem(key)
  if (text === null) return null
  const item = parse(text)
  if (!isStoredItem(item) || now > item.expiry) {
    storage.removeItem(key)
    return null
  }
  return item.value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
