/** Sorted keys of token pages by owner, for finding the next page quickly. */
export class PageIndex {
  readonly #byOwner = new Map<string, string[]>()

  add(key: string): void {
    const owner = key.slice(0, 40)
    const keys = this.#byOwner.get(owner) ?? []
    const at = findPosition(keys, key)
    if (keys[at] === key) return
    keys.splice(at, 0, key)
    this.#byOwner.set(owner, keys)
  }

  remove(key: string): void {
    const owner = key.slice(0, 40)
    const keys = this.#byOwner.get(owner)
    if (keys === undefined) return
    const at = findPosition(keys, key)
    if (keys[at] === key) keys.splice(at, 1)
    if (keys.length === 0) this.#byOwner.delete(owner)
  }

  /** Returns the smallest key of the same owner above `after`. */
  next(after: string): string | undefined {
    const keys = this.#byOwner.get(after.slice(0, 40))
    if (keys === undefined) return undefined
    const at = findPosition(keys, after)
    return keys[at] === after ? keys[at + 1] : keys[at]
  }

  clear(): void {
    this.#byOwner.clear()
  }
}

function findPosition(keys: string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
