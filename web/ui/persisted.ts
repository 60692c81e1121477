export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A value as JSON under one key. What is absent, unreadable or not a `T` reads as null. */
export function persisted<T>(storage: ItemStorage, key: string, isT: (value: unknown) => value is T) {
  return {
    read: (): T | null => parse(storage.getItem(key), isT),
    /** Throws when the storage is full or forbidden. */
    write: (value: T): void => storage.setItem(key, JSON.stringify(value)),
    /** For what may be lost: without storage it lasts as long as its page. */
    tryWrite: (value: T): void => {
      try {
        storage.setItem(key, JSON.stringify(value))
      } catch {
        // The storage is full or forbidden.
      }
    },
    remove: (): void => storage.removeItem(key),
  }
}

/** Parses JSON of a `T`; null for anything else. */
export function parse<T>(text: string | null, isT: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isT(value) ? value : null
  } catch {
    return null
  }
}

/** A check of what this code has written itself: an object with these keys. */
export const hasKeys =
  <T extends object>(...keys: (keyof T & string)[]) =>
  (value: unknown): value is T =>
    typeof value === 'object' && value !== null && keys.every((key) => key in value)
