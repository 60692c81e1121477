import * as v from 'valibot'
import { IssuedAmount } from '#contract/schemas/amounts.ts'
import {
  lsfDisallowIncomingNFTokenOffer,
  lsfGlobalFreeze,
  lsfHighAuth,
  lsfHighDeepFreeze,
  lsfHighFreeze,
  lsfLowAuth,
  lsfLowDeepFreeze,
  lsfLowFreeze,
  lsfRequireAuth,
  noTransferFee,
} from '#contract/rules/ledger.ts'
import { LedgerAddress } from './addresses.ts'
import { LedgerValue } from './ledger-amount.ts'
import { entryChanges, type Fields, type Metadata, numberField, textField } from './ledger-json.ts'

/** One side's view of a trust line; a deleted line is `present: false`. */
export interface LineState {
  account: string
  issuer: string
  currency: string
  present: boolean
  balance: string
  frozen: boolean
  deepFrozen: boolean
  authorised: boolean
}

/** An account's own settings for its currencies, and for NFT offers that involve them. */
export interface AccountSettings {
  account: string
  refusesOffers: boolean
  globalFreeze: boolean
  requireAuth: boolean
  transferRate: number
}

const Side = v.object({ issuer: LedgerAddress })
const Line = v.object({
  Balance: v.object({ currency: IssuedAmount.entries.currency, value: LedgerValue }),
  LowLimit: Side,
  HighLimit: Side,
  Flags: v.optional(v.number(), 0),
})

export const absentLine = (account: string, issuer: string, currency: string): LineState => ({
  account,
  issuer,
  currency,
  present: false,
  balance: '0',
  frozen: false,
  deepFrozen: false,
  authorised: false,
})

const negate = (value: string) => (value.startsWith('-') ? value.slice(1) : `-${value}`)

/**
 * Returns a RippleState entry from the view of each of its two accounts; empty for other entries. The balance is the
 * low account's.
 */
export function lineSides(fields: Fields | undefined, present = true): LineState[] {
  const line = v.safeParse(Line, fields)
  if (!line.success) return []
  const { Balance, LowLimit, HighLimit, Flags } = line.output
  const readSide = (
    account: string,
    issuer: string,
    balance: string,
    freeze: number,
    auth: number,
  ): LineState =>
    present
      ? {
          account,
          issuer,
          currency: Balance.currency,
          present,
          balance,
          frozen: (Flags & freeze) !== 0,
          deepFrozen: (Flags & (lsfLowDeepFreeze | lsfHighDeepFreeze)) !== 0,
          authorised: (Flags & auth) !== 0,
        }
      : absentLine(account, issuer, Balance.currency)
  const [low, high] = [LowLimit.issuer, HighLimit.issuer]
  return [
    readSide(low, high, Balance.value, lsfHighFreeze, lsfHighAuth),
    readSide(high, low, negate(Balance.value), lsfLowFreeze, lsfLowAuth),
  ]
}

/** Returns every trust line that a transaction changed, in its new state. */
export function lineChanges(meta: Metadata): LineState[] {
  return entryChanges(meta, 'RippleState').flatMap(({ kind, fields }) =>
    lineSides(fields, kind !== 'deleted'),
  )
}

export const accountSettings = (account: string, flags: number, transferRate: number): AccountSettings => ({
  account,
  refusesOffers: (flags & lsfDisallowIncomingNFTokenOffer) !== 0,
  globalFreeze: (flags & lsfGlobalFreeze) !== 0,
  requireAuth: (flags & lsfRequireAuth) !== 0,
  transferRate,
})

/** Returns the settings of every account that a transaction changed. */
export function settingsChanges(meta: Metadata): AccountSettings[] {
  return entryChanges(meta, 'AccountRoot').flatMap(({ fields }) => {
    const account = textField(fields, 'Account')
    if (account === undefined) return []
    const transferRate = numberField(fields, 'TransferRate') ?? noTransferFee
    return [accountSettings(account, numberField(fields, 'Flags') ?? 0, transferRate)]
  })
}
