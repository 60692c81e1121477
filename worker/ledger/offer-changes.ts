import * as v from 'valibot'
import type { Amount } from '#worker/contract/amount-schemas.ts'
import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import { LedgerAddress } from './addresses.ts'
import { type EntryChange, entryChanges, type Fields, type Metadata } from './ledger-json.ts'
import { LedgerAmount } from './ledger-amount.ts'
import { idPattern } from './unread.ts'

export interface LedgerOffer {
  id: string
  nftId: string
  owner: string
  isSell: boolean
  amount: Amount
  destination: string | null
  /** Ripple epoch. */
  expiration: number | null
}

export interface OfferChanges {
  created: LedgerOffer[]
  deleted: LedgerOffer[]
}

const UInt32 = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
const Id = v.pipe(v.string(), v.regex(idPattern))

/** Source: XLS-20, "NFTokenOffer". A new entry omits fields that are zero. */
const OfferFields = v.object({
  NFTokenID: Id,
  Owner: LedgerAddress,
  Amount: v.optional(LedgerAmount, '0'),
  Flags: v.optional(UInt32, 0),
  Destination: v.optional(LedgerAddress),
  Expiration: v.optional(UInt32),
})

/** The offer with these fields; null when they are not those of an NFTokenOffer in an amount that is traded here. */
export function readOffer(id: string, fields: Fields | undefined): LedgerOffer | null {
  const read = v.safeParse(OfferFields, fields)
  if (!idPattern.test(id) || !read.success) return null
  const { NFTokenID, Owner, Amount, Flags, Destination, Expiration } = read.output
  return {
    id,
    nftId: NFTokenID,
    owner: Owner,
    isSell: (Flags & lsfSellNFToken) !== 0,
    amount: Amount,
    destination: Destination ?? null,
    expiration: Expiration ?? null,
  }
}

/** NFTokenOffer entries created or deleted, by any transaction with any result (a tec deletes an expired one). */
export function offerChanges(meta: Metadata): OfferChanges {
  const changes = entryChanges(meta, 'NFTokenOffer')
  const read = (kind: EntryChange['kind']) =>
    changes
      .filter((change) => change.kind === kind)
      .flatMap(({ node, fields }) => readOffer(node.LedgerIndex, fields) ?? [])
  return { created: read('created'), deleted: read('deleted') }
}
