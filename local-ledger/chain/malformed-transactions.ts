const REMEMBERED_MS = 300_000

/**
 * Remembers malformed transactions. For five minutes the server does not check them again and reports their signature
 * as invalid. Source: the server's HashRouter (BAD flag).
 */
export class MalformedTransactions {
  readonly #seenAt = new Map<string, number>()

  add(hash: string): void {
    const now = Date.now()
    for (const [blob, at] of this.#seenAt) {
      if (now - at < REMEMBERED_MS) break
      this.#seenAt.delete(blob)
    }
    this.#seenAt.set(hash, now)
  }

  has(hash: string): boolean {
    const at = this.#seenAt.get(hash)
    return at !== undefined && Date.now() - at < REMEMBERED_MS
  }
}
