import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { TransactionRecord } from '#ledger/chain/closed-ledger.ts'
import type { BodyStore } from '#ledger/chain/history.ts'

const CACHED_BODIES = 64

/** Position of a ledger's transactions in the file. */
export interface Place {
  at: number
  length: number
}

/** Transactions of closed ledgers in one append-only file, read back on request. */
export class FileBodies implements BodyStore {
  readonly limit = Number.MAX_SAFE_INTEGER
  readonly places = new Map<number, Place>()
  readonly #cache = new Map<number, TransactionRecord[]>()
  readonly #file: number
  #end: number

  constructor(path: string, end: number) {
    this.#file = openSync(path, 'a+')
    this.#end = end
  }

  put(seq: number, records: TransactionRecord[]): void {
    if (records.length === 0) return
    const bytes = Buffer.from(`${JSON.stringify(records)}\n`)
    writeSync(this.#file, bytes)
    this.places.set(seq, { at: this.#end, length: bytes.length })
    this.#end += bytes.length
    this.#remember(seq, records)
  }

  get(seq: number): TransactionRecord[] {
    const cachedRecords = this.#cache.get(seq)
    if (cachedRecords !== undefined) return cachedRecords
    const place = this.places.get(seq)
    if (place === undefined) return []
    const bytes = Buffer.alloc(place.length)
    readSync(this.#file, bytes, 0, place.length, place.at)
    const records: TransactionRecord[] = JSON.parse(bytes.toString('utf8'))
    this.#remember(seq, records)
    return records
  }

  drop(seq: number): void {
    this.places.delete(seq)
    this.#cache.delete(seq)
  }

  #remember(seq: number, records: TransactionRecord[]): void {
    this.#cache.set(seq, records)
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHED_BODIES) break
      this.#cache.delete(oldest)
    }
  }

  close(): void {
    closeSync(this.#file)
  }
}
