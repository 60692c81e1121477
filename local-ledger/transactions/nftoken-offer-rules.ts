import { isEnabled } from '#ledger/entries/amendments.ts'
import { type AmountJson, amountFromJson, isMore, isNegative, isZero } from '#ledger/amounts/amount.ts'
import { nftFlag } from '#ledger/codec/nftoken-id.ts'
import { findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag, lineFlag } from '#ledger/entries/entry-flags.ts'
import { findFunds } from '#ledger/entries/funds.ts'
import { createOffer, type NewOffer } from '#ledger/entries/nftoken-offers.ts'
import { findLine, type Issue, isFrozen, isHigh, sideFlags } from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { ResultCode } from './results.ts'

// Rules that NFTokenCreateOffer and NFTokenMint (with Amount) have in common. Source: XLS-20 "NFTokenCreateOffer",
// XLS-52.

export interface OfferTerms {
  account: string
  amount: AmountJson
  sell: boolean
  /** Low 16 bits of the token's id: its flags. */
  tokenFlags: number
  owner?: string | undefined
  destination?: string | undefined
  expiration?: number | undefined
}

export function checkOfferTerms(terms: OfferTerms): ResultCode {
  const amount = amountFromJson(terms.amount)
  if (isNegative(amount)) return 'temBAD_AMOUNT'
  if (amount.asset.kind === 'token') {
    if (terms.tokenFlags & nftFlag.onlyXrp) return 'temBAD_AMOUNT'
    if (isZero(amount)) return 'temBAD_AMOUNT'
  }
  if (!terms.sell && isZero(amount)) return 'temBAD_AMOUNT'
  if (terms.expiration === 0) return 'temBAD_EXPIRATION'
  // A buy offer names the token's owner; the maker of a sell offer is the owner.
  if ((terms.owner !== undefined) === terms.sell) return 'temMALFORMED'
  if (terms.owner === terms.account) return 'temMALFORMED'
  if (terms.destination === terms.account) return 'temMALFORMED'
  return 'tesSUCCESS'
}

/**
 * True if a freeze prevents an account from making offers in a currency. Source: xrpld 3.4.0, fixCleanup3_4_0 (the
 * issuer's own freeze).
 */
const isBarred = (view: ReadView, account: string, asset: Issue): boolean =>
  isFrozen(view, account, asset) && !(asset.issuer === account && isEnabled(view, 'fixCleanup3_4_0'))

export function checkOfferAgainstLedger(
  view: ReadView,
  terms: OfferTerms & { issuer: string; transferFee: number },
): ResultCode {
  const amount = amountFromJson(terms.amount)
  const { asset } = amount
  if (asset.kind === 'token' && terms.transferFee > 0 && !(terms.tokenFlags & nftFlag.trustLine)) {
    if (findAccount(view, terms.issuer) === undefined) return 'tecNO_ISSUER'
    const needsLine = terms.issuer !== asset.issuer
    if (needsLine && findLine(view, terms.issuer, asset.issuer, asset.currency) === undefined)
      return 'tecNO_LINE'
    if (isFrozen(view, terms.issuer, asset)) return 'tecFROZEN'
  }
  if (terms.issuer !== terms.account && !(terms.tokenFlags & nftFlag.transferable)) {
    if (findAccount(view, terms.issuer)?.NFTokenMinter !== terms.account)
      return 'tefNFTOKEN_IS_NOT_TRANSFERABLE'
  }
  if (asset.kind === 'token' && isBarred(view, terms.account, asset)) return 'tecFROZEN'
  if (!terms.sell && !isMore(findFunds(view, terms.account, amount))) return 'tecUNFUNDED_OFFER'
  const refusal = checkReceivers(view, terms)
  if (refusal !== 'tesSUCCESS') return refusal
  return asset.kind === 'token' ? checkAuthorised(view, terms.account, asset) : 'tesSUCCESS'
}

/**
 * Checks that neither the destination nor the owner disallows incoming offers. Source: xrpl.org "AccountSet"
 * (asfDisallowIncomingNFTokenOffer).
 */
function checkReceivers(view: ReadView, terms: OfferTerms): ResultCode {
  const refuses = accountFlag.disallowIncomingNFTokenOffer
  if (terms.destination !== undefined) {
    const destination = findAccount(view, terms.destination)
    if (destination === undefined) return 'tecNO_DST'
    if (hasFlag(destination, refuses)) return 'tecNO_PERMISSION'
  }
  if (terms.owner !== undefined) {
    const owner = findAccount(view, terms.owner)
    if (owner === undefined) return 'tecNO_TARGET'
    if (hasFlag(owner, refuses)) return 'tecNO_PERMISSION'
  }
  return 'tesSUCCESS'
}

/**
 * Checks that the account may hold the currency. Source: fixEnforceNFTokenTrustlineV2, xrpl.org "Authorized Trust
 * Lines".
 */
export function checkAuthorised(view: ReadView, account: string, issue: Issue): ResultCode {
  const issuer = findAccount(view, issue.issuer)
  if (issuer === undefined) return 'tecNO_ISSUER'
  if (issue.issuer === account || !hasFlag(issuer, accountFlag.requireAuth)) return 'tesSUCCESS'
  const line = findLine(view, account, issue.issuer, issue.currency)
  if (line === undefined) return 'tecNO_LINE'
  return hasFlag(line, sideFlags(isHigh(issue.issuer, account)).auth) ? 'tesSUCCESS' : 'tecNO_AUTH'
}

/**
 * Checks that the account's line is not deep-frozen, because such a line can neither send nor receive. Source: XLS-77.
 */
export function checkNotDeepFrozen(view: ReadView, account: string, issue: Issue): ResultCode {
  if (findAccount(view, issue.issuer) === undefined) return 'tecNO_ISSUER'
  const line = findLine(view, account, issue.issuer, issue.currency)
  const frozen = line !== undefined && hasFlag(line, lineFlag.lowDeepFreeze | lineFlag.highDeepFreeze)
  return frozen ? 'tecFROZEN' : 'tesSUCCESS'
}

/** Creates the offer if the owner's balance before the fee covers one more object. */
export function placeOffer(view: Sandbox, offer: NewOffer, priorBalance: bigint): ResultCode {
  const account = findAccount(view, offer.owner)
  if (account === undefined) return 'tecINTERNAL'
  if (priorBalance < reserveDrops(account.OwnerCount + 1)) return 'tecINSUFFICIENT_RESERVE'
  createOffer(view, offer)
  return 'tesSUCCESS'
}
