import * as v from 'valibot'
import type { ValidatedTransaction } from './ledger-json.ts'
import { LedgerAmount } from './ledger-amount.ts'
import type { OfferChanges } from './offer-changes.ts'
import type { TokenChange } from './token-changes.ts'
import { isId, recordNote, type Rereads } from './rereads.ts'

/**
 * Entries that contradict the transaction: the tokens must be read from the ledger, and the changes are not applied.
 */
interface Contradiction {
  ids: unknown[]
  accounts: string[]
}

const isMint = ({ before }: TokenChange) => before === null
const isBurn = ({ after }: TokenChange) => after === null

/**
 * Returns the offers that a transaction names but its metadata does not delete. The index may not contain them either.
 */
function undeletedOffers({ tx }: ValidatedTransaction, { deletedOffers }: OfferChanges): unknown[] {
  const listedOffers = Array.isArray(tx.NFTokenOffers) ? tx.NFTokenOffers : []
  const deletedIds = new Set(deletedOffers.map((offer) => offer.id))
  return [tx.NFTokenSellOffer, tx.NFTokenBuyOffer, ...listedOffers].filter(
    (id) => isId(id) && !deletedIds.has(id),
  )
}

type Check = (
  entry: ValidatedTransaction,
  changes: TokenChange[],
  offers: OfferChanges,
) => Contradiction | null

const noEffects = { ids: [], accounts: [] }
const uriOf = ({ tx }: ValidatedTransaction) => (typeof tx.URI === 'string' && tx.URI !== '' ? tx.URI : null)
const idsOf = (changes: TokenChange[]) => changes.map((change) => change.nftId)
const ownersOf = (changes: TokenChange[]) =>
  changes.flatMap(({ before, after }) => [before?.owner, after?.owner].filter((owner) => owner !== undefined))

/**
 * Checks of a successful transaction's effects on tokens, by type. Any other effect means that the metadata is damaged.
 * Sources: XLS-20, XLS-46 (NFTokenModify), XLS-52 (NFTokenMint with an offer).
 */
const checks: Record<string, Check> = {
  NFTokenMint: (entry, changes) =>
    changes.length === 1 &&
    changes.every(
      (change) =>
        isMint(change) && change.after?.owner === entry.tx.Account && change.after.uri === uriOf(entry),
    )
      ? null
      : { ids: idsOf(changes), accounts: [entry.tx.Account, ...ownersOf(changes)] },
  NFTokenBurn: ({ tx }, changes) =>
    changes.length === 1 && changes.every((change) => isBurn(change) && change.nftId === tx.NFTokenID)
      ? null
      : { ids: [tx.NFTokenID, ...idsOf(changes)], accounts: [] },
  NFTokenModify: (entry, changes) =>
    changes.every(
      (change) =>
        change.nftId === entry.tx.NFTokenID &&
        change.before?.owner === change.after?.owner &&
        change.after?.uri === uriOf(entry),
    )
      ? null
      : { ids: [entry.tx.NFTokenID, ...idsOf(changes)], accounts: [] },
  NFTokenAcceptOffer: ({ tx }, changes, { deletedOffers }) => {
    const sell = deletedOffers.find(({ id }) => id === tx.NFTokenSellOffer)
    const buy = deletedOffers.find(({ id }) => id === tx.NFTokenBuyOffer)
    const seller = sell?.owner ?? tx.Account
    const buyer = buy?.owner ?? tx.Account
    const isSale = ({ nftId, before, after }: TokenChange) =>
      before?.owner === seller &&
      after?.owner === buyer &&
      [sell, buy].every((offer) => offer === undefined || offer.nftId === nftId)
    return changes.length === 1 && changes.every(isSale)
      ? null
      : {
          ids: [...idsOf(changes), ...deletedOffers.map((offer) => offer.nftId)],
          accounts: [tx.Account, ...ownersOf(changes)],
        }
  },
  NFTokenCreateOffer: ({ tx }, changes, { createdOffers }) => {
    const isOffer = createdOffers.length === 1 && createdOffers.every((offer) => offer.nftId === tx.NFTokenID)
    return changes.length === 0 && (isOffer || !v.is(LedgerAmount, tx.Amount))
      ? null
      : { ids: [tx.NFTokenID, ...idsOf(changes)], accounts: [] }
  },
  NFTokenCancelOffer: (_entry, changes) =>
    changes.length === 0 ? null : { ids: idsOf(changes), accounts: [] },
}

/**
 * Checks a transaction of any other type, including types unknown to this build. It may move tokens, but each token
 * must appear on both sides.
 */
const anyOther: Check = (_entry, changes) => {
  const oneSided = changes.filter((change) => isMint(change) || isBurn(change))
  return oneSided.length === 0 ? null : { ids: idsOf(oneSided), accounts: ownersOf(oneSided) }
}

/**
 * Checks that the changes of a transaction are allowed for its type and result. If not, records in `rereads` what must
 * be read from the ledger, and returns the tokens whose changes must not be applied.
 */
export function contradictedTokens(
  entry: ValidatedTransaction,
  changes: TokenChange[],
  offers: OfferChanges,
  rereads: Rereads,
): Set<string> {
  const isSuccess = entry.meta.TransactionResult === 'tesSUCCESS'
  // A transaction that failed can delete expired offers, but never touches a token.
  const failedEffects = changes.length === 0 ? null : { ids: idsOf(changes), accounts: [] }
  const check = Object.hasOwn(checks, entry.tx.TransactionType) ? checks[entry.tx.TransactionType] : undefined
  const effect = isSuccess ? (check ?? anyOther)(entry, changes, offers) : failedEffects
  const { ids, accounts } = effect ?? noEffects
  if (effect !== null) recordNote(rereads, 'effect', entry.tx.TransactionType)
  if (isSuccess) for (const id of undeletedOffers(entry, offers)) if (isId(id)) rereads.ids.add(id)
  for (const id of ids) if (isId(id)) rereads.ids.add(id)
  for (const account of accounts) rereads.accounts.add(account)
  return new Set(ids.filter(isId))
}
