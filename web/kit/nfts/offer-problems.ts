import type { OfferProblem } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'

/** Reasons why an offer cannot be accepted. */
export const offerProblems: Record<OfferProblem, string> = {
  expired: t('Expired'),
  seller_not_owner: t('Dormant: the account that made the offer no longer owns this NFT'),
  buyer_unfunded: t('The bidder no longer has the funds'),
  buyer_owns_it: t('The bidder already owns this NFT'),
  not_transferable: t('Cannot be transferred'),
  seller_refuses_offers: t('The seller does not accept NFT offers'),
  currency_not_brokered: t('Currency not traded here'),
  other_marketplace: t('On another marketplace'),
  no_line: t('The account that made the offer has no trust line for this currency'),
  frozen: t('This currency is frozen for the buyer or the seller'),
  not_authorised: t('The issuer of this currency has not authorised the account that made the offer'),
  royalty_no_line: t('The creator cannot receive the royalty in this currency'),
}

/** Returns the warning about a bid that is older than the work's latest change. */
export const changedSince = (isOwn: boolean): string =>
  isOwn ? t('The work has changed since your bid') : t('The work has changed since this bid')
