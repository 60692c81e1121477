import { affectedAccounts, mentionedAccounts } from '#ledger/chain/affected-accounts.ts'
import type { ClosedLedger, LedgerChain } from '#ledger/chain/ledger-chain.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import type { Outcome } from '#ledger/transactions/engine.ts'
import type { Transaction } from '#ledger/transactions/transaction-types.ts'
import type { Subscriber, Subscriptions } from './rpc-context.ts'
import { rpcError } from './rpc-error.ts'
import { completeLedgers } from './server-info.ts'
import { ledgerFields, proposedMessage, validatedMessage } from './stream-messages.ts'

// Subscriptions to streams. Source: xrpl.org "subscribe", "unsubscribe".

type Stream = 'ledger' | 'transactions' | 'transactions_proposed' | 'server' | 'other'

const STREAMS = new Map<string, Stream>([
  ['ledger', 'ledger'],
  ['transactions', 'transactions'],
  ['transactions_proposed', 'transactions_proposed'],
  ['rt_transactions', 'transactions_proposed'],
  ['server', 'server'],
  ['book_changes', 'other'],
  ['consensus', 'other'],
  ['manifests', 'other'],
  ['peer_status', 'other'],
  ['validations', 'other'],
])

interface Wishes {
  streams: Set<Stream>
  accounts: Set<string>
  proposedAccounts: Set<string>
}

function accountList(value: unknown): string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw rpcError('invalidParams')
  const accounts: string[] = []
  for (const item of value) {
    if (typeof item !== 'string' || findAccountId(item) === null) throw rpcError('actMalformed')
    accounts.push(item)
  }
  if (accounts.length === 0) throw rpcError('actMalformed')
  return accounts
}

function streamList(value: unknown): Stream[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw rpcError('invalidParams')
  return value.map((name) => {
    const stream = typeof name === 'string' ? STREAMS.get(name) : undefined
    if (stream === undefined) throw rpcError('streamMalformed')
    return stream
  })
}

/** Manages subscriptions to streams and sends their messages. */
export class StreamHub implements Subscriptions {
  readonly #wishes = new Map<Subscriber, Wishes>()
  readonly #chain: LedgerChain

  /** @param repeats number of announcements per closed ledger: one, unless a fault changes it. */
  constructor(chain: LedgerChain, repeats: () => number = () => 1) {
    this.#chain = chain
    chain.closedListeners.add((ledger) => {
      for (let count = repeats(); count > 0; count -= 1) this.#announceClosed(ledger)
    })
    chain.proposedListeners.add((transaction, outcome) => this.#announceProposed(transaction, outcome))
  }

  subscribe(subscriber: Subscriber, params: JsonObject): JsonObject {
    const wishes = this.#wishesOf(subscriber)
    const answer: JsonObject = {}
    for (const stream of streamList(params.streams)) {
      wishes.streams.add(stream)
      if (stream === 'ledger') Object.assign(answer, this.#ledgerAnswer())
      if (stream === 'server') Object.assign(answer, this.#serverAnswer())
    }
    for (const account of accountList(params.accounts_proposed)) wishes.proposedAccounts.add(account)
    for (const account of accountList(params.accounts)) wishes.accounts.add(account)
    return answer
  }

  unsubscribe(subscriber: Subscriber, params: JsonObject): JsonObject {
    const wishes = this.#wishesOf(subscriber)
    for (const stream of streamList(params.streams)) wishes.streams.delete(stream)
    for (const account of accountList(params.accounts_proposed)) wishes.proposedAccounts.delete(account)
    for (const account of accountList(params.accounts)) wishes.accounts.delete(account)
    return {}
  }

  leave(subscriber: Subscriber): void {
    this.#wishes.delete(subscriber)
  }

  #wishesOf(subscriber: Subscriber): Wishes {
    const present = this.#wishes.get(subscriber)
    if (present !== undefined) return present
    const wishes: Wishes = { streams: new Set(), accounts: new Set(), proposedAccounts: new Set() }
    this.#wishes.set(subscriber, wishes)
    return wishes
  }

  #ledgerAnswer(): JsonObject {
    const { closedHeader, networkId } = this.#chain
    return {
      ...ledgerFields(closedHeader),
      network_id: networkId,
      validated_ledgers: completeLedgers(this.#chain),
    }
  }

  #serverAnswer(): JsonObject {
    return {
      hostid: 'local',
      load_base: 256,
      load_factor: 256,
      pubkey_node: '',
      random: '0'.repeat(64),
      server_status: 'full',
      stand_alone: true,
    }
  }

  #announceClosed({ header, records }: ClosedLedger): void {
    if (this.#wishes.size === 0) return
    const closedMessage = {
      type: 'ledgerClosed',
      ...ledgerFields(header),
      network_id: this.#chain.networkId,
      txn_count: records.length,
      validated_ledgers: completeLedgers(this.#chain),
    }
    const announcements = records.map((record) => ({
      record,
      accounts: [...affectedAccounts(record.metadata)],
    }))
    for (const [subscriber, wishes] of this.#wishes) {
      const messages: JsonObject[] = wishes.streams.has('ledger') ? [closedMessage] : []
      for (const { record, accounts } of announcements) {
        const buildMessage = () =>
          validatedMessage(header, record, this.#chain.networkId, subscriber.apiVersion)
        if (wishes.streams.has('transactions')) messages.push(buildMessage())
        if (wishes.streams.has('transactions_proposed')) messages.push(buildMessage())
        const concernsAccount = (item: string) =>
          wishes.accounts.has(item) || wishes.proposedAccounts.has(item)
        if (accounts.some(concernsAccount)) messages.push(buildMessage())
      }
      subscriber.sendLedger(messages)
    }
  }

  #announceProposed(transaction: Transaction, outcome: Outcome): void {
    if (this.#wishes.size === 0) return
    const accounts = mentionedAccounts(transaction.fields)
    for (const [subscriber, wishes] of this.#wishes) {
      const buildMessage = () =>
        proposedMessage(transaction, outcome.result, this.#chain.openSeq, subscriber.apiVersion)
      if (wishes.streams.has('transactions_proposed')) subscriber.send(buildMessage())
      const isConcerned = accounts.some((item) => wishes.proposedAccounts.has(item))
      if (isConcerned) subscriber.send(buildMessage())
    }
  }
}
