import { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Amendment } from '#ledger/entries/amendments.ts'
import { answer } from '#ledger/rpc/dispatch.ts'
import type { Subscriber } from '#ledger/rpc/rpc-context.ts'
import { StreamHub } from '#ledger/rpc/subscriptions.ts'
import { FaultBook } from './faults.ts'
import { interfere } from './faulty-answers.ts'
import { type LedgerFiles, openFiles } from '#ledger/storage/ledger-files.ts'

export interface NodeOptions {
  networkId: number
  dir?: string | undefined
  clio: boolean
  /** Active amendments, by default those of Mainnet. */
  amendments?: readonly Amendment[] | undefined
  /** Number of transactions per ledger at the base cost. */
  ledgerSize?: number | undefined
}

export interface Call {
  apiVersion: number
  /** Only present on a WebSocket. */
  subscriber?: Subscriber
  /** Number of ledgers by which the endpoint lags. */
  lagLedgers?: number
}

/** One running ledger: the chain, its listeners and, if stored on disk, its files. */
export class LedgerNode {
  readonly startedAt = Date.now()
  readonly options: NodeOptions
  chain: LedgerChain
  hub: StreamHub
  readonly faults = new FaultBook()
  /** Set by the server of this node once it is listening. */
  port = 0
  #files: LedgerFiles | undefined
  /** Called for each transaction that enters the open ledger or is queued for it. */
  onProposed: () => void = () => undefined

  constructor(options: NodeOptions) {
    this.options = options
    ;[this.chain, this.#files] = this.#start()
    this.hub = this.#listen()
  }

  #start(): [LedgerChain, LedgerFiles | undefined] {
    const { networkId, dir, amendments, ledgerSize } = this.options
    if (dir === undefined) return [new LedgerChain({ networkId, amendments, ledgerSize }), undefined]
    const files = openFiles(dir)
    const options = { networkId, amendments, ledgerSize, bodies: files.bodies }
    const chain = new LedgerChain(options, files.saved)
    files.follow(chain)
    return [chain, files]
  }

  /** Connects streams and submissions to the configured faults. */
  #listen(): StreamHub {
    const { faults } = this
    this.chain.proposedListeners.add(() => this.onProposed())
    this.chain.queuedListeners.add(() => this.onProposed())
    this.chain.interventions.decide = ({ fields }) => {
      const { Account: account, TransactionType: transactionType } = fields
      const fault = faults.take(['lose', 'delay', 'fail'], { method: 'submit', account, transactionType })
      if (fault?.kind === 'delay') return { kind: 'delay', ledgers: fault.ledgers }
      if (fault?.kind === 'fail') return { kind: 'fail', code: fault.code, finalOnly: fault.finalOnly }
      return fault === undefined ? undefined : { kind: 'lose' }
    }
    return new StreamHub(this.chain, () => {
      const fault = faults.take(['skip-ledger', 'repeat-ledger'], { method: 'stream' })
      if (fault === undefined) return 1
      return fault.kind === 'skip-ledger' ? 0 : 2
    })
  }

  answer(method: string, params: JsonObject, call: Call): JsonObject {
    const { apiVersion, subscriber, lagLedgers = 0 } = call
    const context = {
      chain: this.chain,
      params,
      apiVersion,
      ...(subscriber === undefined ? {} : { subscriber }),
      subscriptions: this.hub,
      startedAt: this.startedAt,
      port: this.port,
      clio: this.options.clio,
    }
    const quiet = this.faults.isEmpty && lagLedgers === 0
    return answer(method, context, quiet ? undefined : interfere(this.chain, this.faults, lagLedgers))
  }

  /** Closes a ledger on a timer tick, unless a fault skips it. */
  closeOnTimer(): void {
    if (this.faults.take(['pause-closing']) === undefined) this.chain.close()
  }

  /** Starts again from a fresh genesis and deletes the files on disk. */
  reset(): void {
    this.#files?.erase()
    ;[this.chain, this.#files] = this.#start()
    this.hub = this.#listen()
  }

  /**
   * Advances ledger time from its current value, which may be ahead of the clock because each quick close takes at least a
   * second of ledger time.
   */
  advanceClock(seconds: number): void {
    const ahead = this.chain.closedHeader.closeTime - this.chain.rippleTime()
    this.chain.clockOffset += seconds + Math.max(0, ahead)
    this.#files?.saveClock(this.chain.clockOffset)
  }

  close(): void {
    this.#files?.close()
  }
}
