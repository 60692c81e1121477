export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Accesses a value stored as JSON under one key. An absent or invalid value reads as null. */
export function createStoredValue<T>(storage: ItemStorage, key: string, isT: (value: unknown) => value is T) {
  return {
    read: (): T | null => parse(storage.getItem(key), isT),
    /** Throws if the storage is full or blocked. */
    write: (value: T): void => storage.setItem(key, JSON.stringify(value)),
    /** Like `write`, but ignores errors, for values that may be lost. */
    tryWrite: (value: T): void => {
      try {
        storage.setItem(key, JSON.stringify(value))
      } catch {
        // Ignore a full or blocked storage.
      }
    },
    remove: (): void => storage.removeItem(key),
  }
}

/** Parses JSON of type `T`; null for anything else. */
export function parse<T>(text: string | null, isT: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isT(value) ? value : null
  } catch {
    return null
  }
}

/** A shallow type guard for values that this code has written: an object with these keys. */
export const hasKeys =
  <T extends object>(...keys: (keyof T & string)[]) =>
  (value: unknown): value is T =>
    typeof value === 'object' && value !== null && keys.every((key) => key in value)
