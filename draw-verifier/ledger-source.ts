import type { Amount } from '#contract/schemas/amounts.ts'
import { t } from '#contract/words/sentence.ts'
import type { LedgerHeader } from './draws.ts'

/** An NFTokenOffer that a transaction created or deleted. */
export interface OfferFacts {
  id: string
  nftokenID: string
  owner: string
  destination: string | null
  /** Null if the amount has another form. */
  amount: Amount | null
  /** In seconds of the ledger's epoch. */
  expiration: number | null
  isSell: boolean
}

/** Facts of a validated transaction. Texts of memos and URIs are hex, as on the ledger. */
export interface TransactionFacts {
  hash: string
  ledger: number
  /** Close time of the transaction's ledger, in seconds of the ledger's epoch. */
  closeTime: number
  type: string
  account: string
  isSuccess: boolean
  memos: { type: string; data: string }[]
  issuer: string | null
  taxon: number | null
  uri: string | null
  mintedToken: string | null
  /** NFTokenSellOffer and NFTokenBuyOffer of NFTokenAcceptOffer. */
  acceptedOffer: string | null
  acceptedBuyOffer: string | null
  /** NFTokenID of NFTokenBurn and NFTokenCreateOffer. */
  nftokenID: string | null
  /** Tokens that have left an account. The account is given by its 20 bytes. */
  departedTokens: { owner: string; token: string }[]
  createdOffers: OfferFacts[]
  deletedOffers: OfferFacts[]
}

export interface StatedHeader extends LedgerHeader {
  /** The hash in the node's reply, to compare with the result of `ledgerHash`. */
  hash: string
}

/** A node of the ledger. Every function throws `NodeProblem` if the node does not answer as documented. */
export interface LedgerSource {
  name: string
  /** Returns the newest validated ledger, which is `atLeast` or later. Throws if the node does not reach it in time. */
  newestLedger(atLeast: number): Promise<number>
  /** Returns a transaction; null if the node does not know it, or if it is not validated. */
  transaction(hash: string): Promise<TransactionFacts | null>
  /** Returns the header of a ledger; null if the node does not have it. */
  header(ledger: number): Promise<StatedHeader | null>
  /** Returns transactions in pages, oldest first. Throws if the node's history does not reach back to `from`. */
  accountTransactions(account: string, from: number, to: number): AsyncIterable<TransactionFacts[]>
}

export class NodeProblem extends Error {
  readonly code: 'node_unreachable' | 'node_history' | 'nodes_disagree' | 'record_old'

  constructor(code: NodeProblem['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the answer that all nodes gave. */
async function requireAgreement<T>(
  nodes: readonly LedgerSource[],
  about: string,
  ask: (node: LedgerSource) => Promise<T>,
): Promise<T> {
  const answers = await Promise.all(nodes.map(ask))
  const [first, ...rest] = answers
  const [name = ''] = nodes.map((node) => node.name)
  for (const [place, answer] of rest.entries()) {
    if (JSON.stringify(answer) === JSON.stringify(first)) continue
    const otherName = nodes[place + 1]?.name ?? ''
    throw new NodeProblem(
      'nodes_disagree',
      t('{name} and {otherName} disagree about {about}: one of them is wrong or behind.', {
        name,
        otherName,
        about,
      }),
    )
  }
  if (first === undefined) throw new NodeProblem('node_unreachable', t('No node was given.'))
  return first
}

/** Combines several nodes into one: an answer counts if all of them give it. */
export function agreeingNodes(nodes: readonly LedgerSource[]): LedgerSource {
  return {
    name: nodes.map(({ name }) => name).join(', '),
    newestLedger: async (atLeast) =>
      Math.min(...(await Promise.all(nodes.map((node) => node.newestLedger(atLeast))))),
    transaction: (hash) =>
      requireAgreement(nodes, t('transaction {hash}', { hash }), (node) => node.transaction(hash)),
    header: (ledger) =>
      requireAgreement(nodes, t('ledger {ledger}', { ledger }), (node) => node.header(ledger)),
    async *accountTransactions(account, from, to) {
      const [first, ...fallbacks] = nodes
      if (first === undefined) return
      // Page sizes differ between nodes, so all pages are compared as one list.
      const queue = fallbacks.map((node) => ({
        node,
        pages: node.accountTransactions(account, from, to)[Symbol.asyncIterator](),
        ready: [] as TransactionFacts[],
      }))
      const about = t('the transactions of {account}', { account })
      for await (const page of first.accountTransactions(account, from, to)) {
        for (const source of queue) {
          while (source.ready.length < page.length) {
            const next = await source.pages.next()
            if (next.done === true) break
            source.ready.push(...next.value)
          }
          await requireAgreement([first, source.node], about, async (node) =>
            node === first ? page : source.ready.slice(0, page.length),
          )
          source.ready = source.ready.slice(page.length)
        }
        yield page
      }
      for (const source of queue) {
        const rest = source.ready.length > 0 || (await source.pages.next()).done !== true
        await requireAgreement([first, source.node], about, async (node) => node !== first && rest)
      }
    },
  }
}
