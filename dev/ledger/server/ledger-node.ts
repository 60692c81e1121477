import { LedgerChain } from '#dev/ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#dev/ledger/codec/json.ts'
import { answer } from '#dev/ledger/rpc/dispatch.ts'
import type { Subscriber } from '#dev/ledger/rpc/rpc-context.ts'
import { StreamHub } from '#dev/ledger/rpc/subscriptions.ts'
import { type LedgerFiles, openFiles } from '#dev/ledger/storage/ledger-files.ts'

export interface NodeOptions {
  networkId: number
  dir?: string | undefined
  clio: boolean
}

/** One running ledger: the chain, its listeners and, when kept on disk, its files. */
export class LedgerNode {
  readonly startedAt = Date.now()
  readonly options: NodeOptions
  chain: LedgerChain
  hub: StreamHub
  #files: LedgerFiles | undefined

  constructor(options: NodeOptions) {
    this.options = options
    ;[this.chain, this.#files] = this.#start()
    this.hub = new StreamHub(this.chain)
  }

  #start(): [LedgerChain, LedgerFiles | undefined] {
    const { networkId, dir } = this.options
    if (dir === undefined) return [new LedgerChain({ networkId }), undefined]
    const files = openFiles(dir)
    const chain = new LedgerChain({ networkId, bodies: files.bodies }, files.saved)
    files.follow(chain)
    return [chain, files]
  }

  answer(method: string, params: JsonObject, apiVersion: number, subscriber?: Subscriber): JsonObject {
    return answer(method, {
      chain: this.chain,
      params,
      apiVersion,
      ...(subscriber === undefined ? {} : { subscriber }),
      subscriptions: this.hub,
      startedAt: this.startedAt,
      clio: this.options.clio,
    })
  }

  /** A fresh genesis; what was on disk is gone. */
  reset(): void {
    this.#files?.erase()
    ;[this.chain, this.#files] = this.#start()
    this.hub = new StreamHub(this.chain)
  }

  /** Moves ledger time ahead of the clock. */
  advanceClock(seconds: number): void {
    this.chain.clockOffset += seconds
    this.#files?.saveClock(this.chain.clockOffset)
  }

  close(): void {
    this.#files?.close()
  }
}
