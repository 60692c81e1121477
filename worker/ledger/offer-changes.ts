import * as v from 'valibot'
import { Amount } from '#worker/contract/amounts.ts'
import { lsfSellNFToken } from '#worker/contract/ledger.ts'
import {
  type EntryChange,
  entryChanges,
  type Fields,
  type Metadata,
  numberField,
  textField,
} from './ledger-json.ts'

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

function readOffer(id: string, fields: Fields | undefined): LedgerOffer | null {
  const nftId = textField(fields, 'NFTokenID')
  const owner = textField(fields, 'Owner')
  const amount = v.safeParse(Amount, fields?.Amount ?? '0')
  if (nftId === undefined || owner === undefined || !amount.success) return null
  return {
    id,
    nftId,
    owner,
    isSell: ((numberField(fields, 'Flags') ?? 0) & lsfSellNFToken) !== 0,
    amount: amount.output,
    destination: textField(fields, 'Destination') ?? null,
    expiration: numberField(fields, 'Expiration') ?? null,
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
