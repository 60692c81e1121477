import { t } from '#contract/words/sentence.ts'
import * as v from 'valibot'
import { Amount as AmountSchema } from '#contract/schemas/amounts.ts'
import { lsfSellNFToken, rippleEpochSeconds } from '#contract/rules/ledger.ts'
import {
  type LedgerSource,
  NodeProblem,
  type OfferFacts,
  type StatedHeader,
  type TransactionFacts,
} from './ledger-source.ts'

const Hash = v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/))
const Hex = v.pipe(v.string(), v.regex(/^([0-9A-Fa-f]{2})*$/), v.toUpperCase())
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1))
const Fields = v.record(v.string(), v.unknown())

const Node = v.object({
  LedgerEntryType: v.optional(v.string()),
  LedgerIndex: v.string(),
  NewFields: v.optional(Fields),
  FinalFields: v.optional(Fields),
  PreviousFields: v.optional(Fields),
})

const MemoJson = v.object({
  Memo: v.object({ MemoType: v.optional(Hex, ''), MemoData: v.optional(Hex, '') }),
})

/** `tx` and the entries of `account_tx`, api_version 2. */
const TransactionReply = v.object({
  hash: Hash,
  ledger_index: Whole,
  close_time_iso: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  validated: v.literal(true),
  tx_json: v.looseObject({
    TransactionType: v.string(),
    Account: v.string(),
    date: v.optional(Whole),
    Memos: v.optional(v.array(MemoJson), []),
    Issuer: v.optional(v.string()),
    NFTokenTaxon: v.optional(v.number()),
    URI: v.optional(Hex),
    NFTokenSellOffer: v.optional(v.string()),
    NFTokenBuyOffer: v.optional(v.string()),
    NFTokenID: v.optional(v.string()),
  }),
  meta: v.object({
    TransactionResult: v.string(),
    AffectedNodes: v.array(
      v.union([
        v.object({ CreatedNode: Node }),
        v.object({ ModifiedNode: Node }),
        v.object({ DeletedNode: Node }),
      ]),
    ),
  }),
})
type TransactionReply = v.InferOutput<typeof TransactionReply>

const OfferJson = v.object({
  NFTokenID: Hash,
  Owner: v.string(),
  Amount: v.optional(v.unknown(), '0'),
  Flags: v.optional(v.number(), 0),
  Destination: v.optional(v.string()),
  Expiration: v.optional(v.number()),
})

const PageJson = v.object({ NFTokens: v.array(v.object({ NFToken: v.object({ NFTokenID: Hash }) })) })

interface Change {
  kind: 'created' | 'modified' | 'deleted'
  node: v.InferOutput<typeof Node>
}

const changesOf = ({ meta }: TransactionReply): Change[] =>
  meta.AffectedNodes.map((node) => {
    if ('CreatedNode' in node) return { kind: 'created', node: node.CreatedNode }
    if ('ModifiedNode' in node) return { kind: 'modified', node: node.ModifiedNode }
    return { kind: 'deleted', node: node.DeletedNode }
  })

function offersOf(changes: readonly Change[], changeKind: Change['kind']): OfferFacts[] {
  return changes.flatMap(({ kind, node }) => {
    if (kind !== changeKind || node.LedgerEntryType !== 'NFTokenOffer') return []
    const result = v.safeParse(OfferJson, node.NewFields ?? node.FinalFields)
    if (!result.success) return []
    const { NFTokenID, Owner, Amount, Flags, Destination, Expiration } = result.output
    return {
      id: node.LedgerIndex,
      nftokenID: NFTokenID,
      owner: Owner,
      destination: Destination ?? null,
      amount: v.is(AmountSchema, Amount) ? Amount : null,
      expiration: Expiration ?? null,
      isSell: (Flags & lsfSellNFToken) !== 0,
    }
  })
}

const tokensIn = (fields: unknown): string[] => {
  const page = v.safeParse(PageJson, fields)
  return page.success ? page.output.NFTokens.map(({ NFToken }) => NFToken.NFTokenID) : []
}

/**
 * Returns the tokens on the pages that a transaction has changed, before and after it. The index of a page begins with
 * the 20 bytes of its owner.
 */
function tokensOnPages(changes: readonly Change[]) {
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  for (const { kind, node } of changes) {
    if (node.LedgerEntryType !== 'NFTokenPage') continue
    const owner = node.LedgerIndex.slice(0, 40)
    // If PreviousFields has no NFTokens, only the page's links changed: splitting or deleting a page also modifies its
    // neighbors, whose tokens stay.
    const earlier = node.PreviousFields?.['NFTokens'] === undefined ? node.FinalFields : node.PreviousFields
    if (kind !== 'created') for (const token of tokensIn(earlier)) before.set(token, owner)
    if (kind !== 'deleted')
      for (const token of tokensIn(node.NewFields ?? node.FinalFields)) after.set(token, owner)
  }
  return { before, after }
}

/** Servers return the close time in one of two forms. */
function closeTimeOf({ close_time_iso: iso, tx_json: { date } }: TransactionReply): number {
  if (iso !== undefined) return Date.parse(iso) / 1000 - rippleEpochSeconds
  if (date === undefined) throw new TypeError('The transaction has no close time.')
  return date
}

/** Parses a reply. Throws if it is not a validated transaction of api_version 2. */
export function readTransaction(reply: unknown): TransactionFacts {
  const entry = v.parse(TransactionReply, reply)
  const { tx_json: tx } = entry
  const changes = changesOf(entry)
  const isMint = tx.TransactionType === 'NFTokenMint'
  const { before, after } = tokensOnPages(changes)
  return {
    hash: entry.hash,
    ledger: entry.ledger_index,
    closeTime: closeTimeOf(entry),
    type: tx.TransactionType,
    account: tx.Account,
    isSuccess: entry.meta.TransactionResult === 'tesSUCCESS',
    memos: tx.Memos.map(({ Memo }) => ({ type: Memo.MemoType, data: Memo.MemoData })),
    issuer: isMint ? (tx.Issuer ?? tx.Account) : null,
    taxon: isMint ? (tx.NFTokenTaxon ?? null) : null,
    uri: isMint ? (tx.URI ?? null) : null,
    mintedToken: isMint ? ([...after.keys()].find((token) => !before.has(token)) ?? null) : null,
    acceptedOffer: tx.NFTokenSellOffer ?? null,
    acceptedBuyOffer: tx.NFTokenBuyOffer ?? null,
    nftokenID: tx.NFTokenID ?? null,
    departedTokens: [...before].flatMap(([token, owner]) =>
      after.get(token) === owner ? [] : { owner, token },
    ),
    createdOffers: offersOf(changes, 'created'),
    deletedOffers: offersOf(changes, 'deleted'),
  }
}

const HeaderReply = v.object({
  validated: v.literal(true),
  ledger: v.object({
    ledger_index: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), Whole),
    ledger_hash: Hash,
    parent_hash: Hash,
    transaction_hash: Hash,
    account_hash: Hash,
    total_coins: v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/)),
    close_time: Whole,
    parent_close_time: Whole,
    close_time_resolution: v.pipe(Whole, v.maxValue(255)),
    close_flags: v.pipe(Whole, v.maxValue(255)),
  }),
})

function readHeader(reply: unknown): StatedHeader {
  const { ledger } = v.parse(HeaderReply, reply)
  return {
    hash: ledger.ledger_hash,
    ledgerIndex: ledger.ledger_index,
    totalDrops: ledger.total_coins,
    parentHash: ledger.parent_hash,
    transactionHash: ledger.transaction_hash,
    accountHash: ledger.account_hash,
    parentCloseTime: ledger.parent_close_time,
    closeTime: ledger.close_time,
    closeTimeResolution: ledger.close_time_resolution,
    closeFlags: ledger.close_flags,
  }
}

const PageReply = v.object({
  ledger_index_min: Whole,
  ledger_index_max: Whole,
  transactions: v.array(v.unknown()),
  marker: v.optional(v.unknown()),
})

const Envelope = v.object({ result: v.looseObject({ error: v.optional(v.string()) }) })

const unknownTransaction = ['txnNotFound']
const unknownLedger = ['lgrNotFound']
const shortHistory = [
  'lgrIdxsInvalid',
  'lgrIdxMalformed',
  'invalidLgrRange',
  'lgrNotFound',
  'lgrNotValidated',
]
const overload = ['slowDown', 'tooBusy', 'noNetwork', 'noCurrent', 'noClosed']
const attempts = 5
/** Maximum number of queries, one per second: a node may be some ledgers behind. */
const maxAsked = 20
/** Maximum number of consecutive empty pages, because a node could send them forever. */
const maxEmptyPages = 100

export interface NodeOptions {
  /** Sends a body and returns the parsed reply. Throws if there is none. */
  post: (address: string, body: string) => Promise<unknown>
  /** Waits before a retry. */
  wait: (milliseconds: number) => Promise<void>
}

/** Returns the host, which sentences use as the name of a node. */
const nameOf = (address: string): string => {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}

/**
 * Creates a source that reads from a JSON-RPC server of the XRP Ledger. Methods: xrpl.org "tx", "ledger", "account_tx".
 */
export function jsonRpcNode(address: string, { post, wait }: NodeOptions): LedgerSource {
  const name = nameOf(address)
  const createUnreachableProblem = (detail: string) =>
    new NodeProblem(
      'node_unreachable',
      t('{name} does not respond like an XRP Ledger node ({detail}).', {
        name,
        detail: detail.slice(0, 100),
      }),
    )

  const once = async (method: string, params: object) => {
    const body = JSON.stringify({ method, params: [{ ...params, api_version: 2 }] })
    try {
      return v.parse(Envelope, await post(address, body)).result
    } catch (error) {
      // A retry would not change the answer.
      if (error instanceof NodeProblem) throw error
      return { error: 'unreadable', cause: error }
    }
  }

  /** Returns the result; null for an error in `missing`. */
  async function call(method: string, params: object, missingErrors: readonly string[]) {
    for (let attempt = 1; ; attempt += 1) {
      const result = await once(method, params)
      if (result.error === undefined) return result
      if (missingErrors.includes(result.error)) return null
      const mayPass = result.error === 'unreadable' || overload.includes(result.error)
      if (!mayPass || attempt === attempts) throw createUnreachableProblem(`${method}: ${result.error}`)
      await wait(500 * 2 ** attempt)
    }
  }

  function parseReply<T>(parse: (reply: unknown) => T, reply: unknown, method: string): T {
    try {
      return parse(reply)
    } catch {
      throw createUnreachableProblem(`${method} is incomplete`)
    }
  }

  return {
    name,
    async newestLedger(atLeast) {
      for (let tries = 1; ; tries += 1) {
        const reply = await call('ledger', { ledger_index: 'validated' }, [])
        const { ledgerIndex } = parseReply(readHeader, reply, 'ledger')
        if (ledgerIndex >= atLeast) return ledgerIndex
        if (tries === maxAsked)
          throw new NodeProblem(
            'node_history',
            t('{name} is behind: it has ledger {ledgerIndex}, but the record goes up to ledger {atLeast}.', {
              name,
              ledgerIndex,
              atLeast,
            }),
          )
        await wait(1000)
      }
    },
    async transaction(hash) {
      const reply = await call('tx', { transaction: hash }, unknownTransaction)
      if (reply === null || reply.validated !== true) return null
      return parseReply(readTransaction, reply, 'tx')
    },
    async header(ledger) {
      const reply = await call('ledger', { ledger_index: ledger }, unknownLedger)
      return reply === null ? null : parseReply(readHeader, reply, 'ledger')
    },
    async *accountTransactions(account, from, to) {
      const range = { account, ledger_index_min: from, ledger_index_max: to, forward: true, limit: 200 }
      let marker: unknown
      let empty = 0
      do {
        const reply = await call(
          'account_tx',
          marker === undefined ? range : { ...range, marker },
          shortHistory,
        )
        const page =
          reply === null ? null : parseReply((value) => v.parse(PageReply, value), reply, 'account_tx')
        if (page === null || page.ledger_index_min > from || page.ledger_index_max < to)
          throw new NodeProblem(
            'node_history',
            t('{name} does not have all ledgers from {from} to {to}. Choose a node with full history.', {
              name,
              from,
              to,
            }),
          )
        empty = page.transactions.length === 0 ? empty + 1 : 0
        if (empty > maxEmptyPages) throw createUnreachableProblem('account_tx does not end')
        yield page.transactions.map((entry) => parseReply(readTransaction, entry, 'account_tx'))
        marker = page.marker
      } while (marker !== undefined)
    },
  }
}
