import * as v from 'valibot'
import type { Amount } from '#contract/schemas/amounts.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import { LedgerAddress } from './addresses.ts'
import { type EntryChange, entryChanges, type Fields, type Metadata } from './ledger-json.ts'
import { LedgerAmount } from './ledger-amount.ts'
import { idPattern } from './rereads.ts'

export interface LedgerOffer {
  id: string
  nftId: string
  owner: string
  isSell: boolean
  amount: Amount
  destination: string | null
  /** Seconds since the Ripple epoch. */
  expiration: number | null
}

export interface OfferChanges {
  createdOffers: LedgerOffer[]
  deletedOffers: LedgerOffer[]
}

const UInt32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
const Id = v.pipe(v.string(), v.regex(idPattern))

/** Fields of an NFTokenOffer. A new entry omits fields that are zero. Source: XLS-20, "NFTokenOffer". */
const OfferFields = v.object({
  NFTokenID: Id,
  Owner: LedgerAddress,
  Amount: v.optional(LedgerAmount, '0'),
  Flags: v.optional(UInt32, 0),
  Destination: v.optional(LedgerAddress),
  Expiration: v.optional(UInt32),
})

type OfferTerms = Omit<LedgerOffer, 'id'>

function readTerms(fields: Fields | undefined): OfferTerms | null {
  const result = v.safeParse(OfferFields, fields)
  if (!result.success) return null
  const { NFTokenID, Owner, Amount, Flags, Destination, Expiration } = result.output
  return {
    nftId: NFTokenID,
    owner: Owner,
    isSell: (Flags & lsfSellNFToken) !== 0,
    amount: Amount,
    destination: Destination ?? null,
    expiration: Expiration ?? null,
  }
}

/**
 * Terms of parsed offers. Cached because offers are read twice, for validation and for application, and each address
 * check costs two hashes.
 */
const termsOf = new WeakMap<Fields, OfferTerms | null>()

/**
 * Parses the fields of an NFTokenOffer; null if they are malformed or the amount is of a kind that is not traded here.
 */
export function readOffer(id: string, fields: Fields | undefined): LedgerOffer | null {
  if (fields === undefined || !idPattern.test(id)) return null
  let terms = termsOf.get(fields)
  if (terms === undefined) {
    terms = readTerms(fields)
    termsOf.set(fields, terms)
  }
  return terms === null ? null : { id, ...terms }
}

/**
 * Returns the NFTokenOffer entries that a transaction created or deleted. Any transaction with any result can do so (a
 * tec deletes an expired offer).
 */
export function offerChanges(meta: Metadata): OfferChanges {
  const changes = entryChanges(meta, 'NFTokenOffer')
  const offersOf = (kind: EntryChange['kind']) =>
    changes
      .filter((change) => change.kind === kind)
      .flatMap(({ node, fields }) => readOffer(node.LedgerIndex, fields) ?? [])
  return { createdOffers: offersOf('created'), deletedOffers: offersOf('deleted') }
}
