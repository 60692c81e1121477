import { encodeAccountID } from 'xrpl'
import { type Amount, isDrops } from '#worker/contract/amounts.ts'
import { royalty } from '#worker/contract/fees.ts'
import type { HistoryType } from '#worker/contract/nfts.ts'
import { textField, type ValidatedTransaction } from './ledger-json.ts'
import { type LedgerOffer, offerChanges } from './offer-changes.ts'
import { type TokenChange, tokenChanges } from './token-changes.ts'
import { identifyToken, type TokenIdentity } from './token-id.ts'

export interface NftUpsert extends TokenIdentity {
  id: string
  owner: string
  uri: string | null
  burned: boolean
  stateLedger: number
  statePosition: number
  mintedAt: Date | null
}

export interface OfferUpsert extends LedgerOffer {
  state: 'open' | 'accepted' | 'cancelled'
  createdLedger: number
  endedLedger: number | null
}

export interface HistoryInsert {
  nftId: string
  txid: string
  type: HistoryType
  offerId: string
  ledgerIndex: number
  position: number
  closedAt: Date
  issuer: string
  taxon: number
  seller: string | null
  buyer: string | null
  amount: Amount | null
  amountDrops: bigint | null
  brokerFeeDrops: bigint | null
  royaltyDrops: bigint | null
}

/** What a run of transactions changes in our index: at most one row a token and an offer, in no particular order. */
export interface IndexChanges {
  nfts: Map<string, NftUpsert>
  offers: Map<string, OfferUpsert>
  history: HistoryInsert[]
}

function accountOf(hex: string): string {
  const bytes = new Uint8Array(20)
  for (let i = 0; i < 20; i += 1) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
  return encodeAccountID(bytes)
}

interface SaleRoles {
  seller: string
  buyer: string
  amount: Amount
  offerId: string
  brokerFeeDrops: bigint | null
}

/**
 * Who sold to whom for how much in an NFTokenAcceptOffer. Buyer and seller are told by the offers' flags, never by their
 * destinations; the amount is what the buyer paid. Source: XLS-20, "NFTokenAcceptOffer".
 */
function saleRoles(entry: ValidatedTransaction, deleted: LedgerOffer[]): SaleRoles | null {
  if (entry.tx.TransactionType !== 'NFTokenAcceptOffer' || entry.meta.TransactionResult !== 'tesSUCCESS')
    return null
  const sell = deleted.find((offer) => offer.id === textField(entry.tx, 'NFTokenSellOffer'))
  const buy = deleted.find((offer) => offer.id === textField(entry.tx, 'NFTokenBuyOffer'))
  const main = buy ?? sell
  if (main === undefined) return null
  const fee = textField(entry.tx, 'NFTokenBrokerFee')
  return {
    seller: sell?.owner ?? entry.tx.Account,
    buyer: buy?.owner ?? entry.tx.Account,
    amount: main.amount,
    offerId: sell?.id ?? main.id,
    brokerFeeDrops: fee === undefined ? null : BigInt(fee),
  }
}

function historyOf(
  entry: ValidatedTransaction,
  changes: TokenChange[],
  offers: ReturnType<typeof offerChanges>,
): HistoryInsert[] {
  const rows: HistoryInsert[] = []
  const sale = saleRoles(entry, offers.deleted)
  const accepted = new Set([textField(entry.tx, 'NFTokenSellOffer'), textField(entry.tx, 'NFTokenBuyOffer')])
  const add = (nftId: string, type: HistoryType, more: Partial<HistoryInsert>) => {
    const { issuer, taxon } = identifyToken(nftId)
    rows.push({
      nftId,
      type,
      txid: entry.hash,
      offerId: '',
      ledgerIndex: entry.ledgerIndex,
      position: entry.meta.TransactionIndex,
      closedAt: entry.closedAt,
      issuer,
      taxon,
      seller: null,
      buyer: null,
      amount: null,
      amountDrops: null,
      brokerFeeDrops: null,
      royaltyDrops: null,
      ...more,
    })
  }
  for (const { nftId, before, after } of changes) {
    if (before === null && after !== null) add(nftId, 'mint', { buyer: after.owner })
    else if (before !== null && after === null) add(nftId, 'burn', { seller: before.owner })
    else if (before !== null && after !== null && before.owner === after.owner)
      add(nftId, 'modify', { seller: after.owner })
    else if (before !== null && after !== null) {
      const amount = sale?.amount ?? null
      const drops = amount !== null && isDrops(amount) ? BigInt(amount) : null
      const { issuer, transferFee } = identifyToken(nftId)
      const free = amount === null || drops === 0n
      add(nftId, free ? 'transfer' : 'sale', {
        seller: before.owner,
        buyer: after.owner,
        offerId: sale?.offerId ?? '',
        amount,
        amountDrops: drops,
        brokerFeeDrops: sale?.brokerFeeDrops ?? null,
        royaltyDrops:
          drops === null || free
            ? null
            : royalty(
                drops - (sale?.brokerFeeDrops ?? 0n),
                transferFee,
                before.owner === issuer || after.owner === issuer,
              ),
      })
    }
  }
  for (const offer of offers.created) {
    add(offer.nftId, offer.isSell ? 'sell_offer' : 'buy_offer', {
      offerId: offer.id,
      ...(offer.isSell ? { seller: offer.owner } : { buyer: offer.owner }),
      amount: offer.amount,
      amountDrops: isDrops(offer.amount) ? BigInt(offer.amount) : null,
    })
  }
  for (const offer of offers.deleted) {
    if (sale !== null && accepted.has(offer.id)) continue
    add(offer.nftId, 'offer_cancelled', {
      offerId: offer.id,
      ...(offer.isSell ? { seller: offer.owner } : { buyer: offer.owner }),
      amount: offer.amount,
    })
  }
  return rows
}

/** Reduces validated transactions, in ledger order, to what they change in the index. Pure; source of every indexed fact. */
export function indexChanges(entries: ValidatedTransaction[]): IndexChanges {
  const result: IndexChanges = { nfts: new Map(), offers: new Map(), history: [] }
  for (const entry of entries) {
    const tokens = tokenChanges(entry.meta, accountOf)
    const offers = offerChanges(entry.meta)
    if (tokens.length === 0 && offers.created.length === 0 && offers.deleted.length === 0) continue
    for (const { nftId, before, after } of tokens) {
      const state = after ?? before
      if (state === null) continue
      result.nfts.set(nftId, {
        id: nftId,
        ...identifyToken(nftId),
        owner: state.owner,
        uri: state.uri,
        burned: after === null,
        stateLedger: entry.ledgerIndex,
        statePosition: entry.meta.TransactionIndex,
        mintedAt: before === null ? entry.closedAt : (result.nfts.get(nftId)?.mintedAt ?? null),
      })
    }
    for (const offer of offers.created) {
      result.offers.set(offer.id, {
        ...offer,
        state: 'open',
        createdLedger: entry.ledgerIndex,
        endedLedger: null,
      })
    }
    const accepted =
      entry.tx.TransactionType === 'NFTokenAcceptOffer' && entry.meta.TransactionResult === 'tesSUCCESS'
        ? new Set([textField(entry.tx, 'NFTokenSellOffer'), textField(entry.tx, 'NFTokenBuyOffer')])
        : new Set()
    for (const offer of offers.deleted) {
      result.offers.set(offer.id, {
        ...offer,
        state: accepted.has(offer.id) ? 'accepted' : 'cancelled',
        createdLedger: result.offers.get(offer.id)?.createdLedger ?? entry.ledgerIndex,
        endedLedger: entry.ledgerIndex,
      })
    }
    result.history.push(...historyOf(entry, tokens, offers))
  }
  return result
}
