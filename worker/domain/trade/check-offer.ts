import { sentence } from '#contract/words/sentence.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { offerKinds, type OfferKind } from '#contract/rules/actions.ts'
import { amountFields, validateOffer } from '#contract/rules/offers.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { OfferTransaction } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { dateToRippleTime, lsfRequireDestTag, tfSellNFToken } from '#contract/rules/ledger.ts'
import { identifyToken, tokenFlags } from '#worker/ledger/token-id.ts'
import { blocksOffers } from '#worker/domain/sign-request/blocked-offers.ts'
import { brokeredCurrencies } from '#worker/domain/nft/brokered-currencies.ts'

/** Lifetime of an offer for one sale: long enough to sign and match it. */
export const offerMinutes = 15

/** Returns the kind of an offer, derived from its fields. */
export function offerKindOf(tx: OfferTransaction, marketplace: string): OfferKind {
  if (tx.Flags !== tfSellNFToken) return 'placeBid'
  if (tx.Amount === '0') return 'transfer'
  return tx.Destination === marketplace ? 'listForSale' : 'offerDirectly'
}

const fieldNames = {
  value: 'txjson.Amount',
  currency: 'txjson.Amount.currency',
  issuer: 'txjson.Amount.issuer',
  destination: 'txjson.Destination',
  expiration: 'txjson.Expiration',
} as const

/**
 * Checks that a receiver does not require a destination tag, because exchanges do not credit gifts. Throws
 * Refusal('tag_required').
 */
async function checkReceiver({ ledger }: Context, receiver: string): Promise<void> {
  const state = await ledger.findAccount(receiver)
  if (state === null || (state.flags & lsfRequireDestTag) === 0) return
  throw new Refusal(
    'tag_required',
    sentence(
      'This account requires a destination tag, as exchange accounts do, and an NFT offer cannot carry one, so the offer would probably never be accepted. Ask the recipient for another address.',
    ),
  )
}

/**
 * Checks that buyers can make an offer for the work, because the marketplace matches the listing with the buyer's
 * offer. Otherwise nobody could buy the listed work. Throws Refusal('direct_only').
 */
async function checkBuyable(context: Context, { Account, NFTokenID }: OfferTransaction): Promise<void> {
  if (!tokenFlags(identifyToken(NFTokenID).flags).transferable)
    throw new Refusal(
      'direct_only',
      sentence(
        'This NFT is not transferable: only its issuer can make offers for it, and the marketplace needs one from the buyer. Offer it directly instead.',
      ),
    )
  if (await blocksOffers(context, Account))
    throw new Refusal(
      'direct_only',
      sentence(
        'Your account does not accept NFT offers, and the marketplace needs one from the buyer. Offer the NFT directly instead, or allow such offers in your wallet.',
      ),
    )
}

/**
 * Checks an offer that the client built by the dialog's rules. If the offer is addressed to the marketplace, also
 * checks that the marketplace brokers its currency. Throws Refusal: account_mismatch, transaction_not_allowed,
 * validation_failed, tag_required, direct_only.
 */
export async function checkOffer(
  context: Context,
  {
    account,
    kind,
    tx,
    asOf,
    toTagged = false,
  }: {
    account: string
    kind: OfferKind
    tx: OfferTransaction
    asOf: Date
    /** True if the user has confirmed that the receiver requires a destination tag. */
    toTagged?: boolean
  },
): Promise<void> {
  if (tx.Account !== account) {
    throw new Refusal(
      'account_mismatch',
      sentence('The transaction is for a different account from the one you are connected with.'),
    )
  }
  if ((tx.Flags === tfSellNFToken) !== (tx.Owner === undefined)) {
    throw new Refusal(
      'transaction_not_allowed',
      tx.Flags === tfSellNFToken ? 'A sell offer names no Owner.' : 'A buy offer names the Owner of the NFT.',
    )
  }
  const errors = validateOffer(kind, {
    ...amountFields(tx.Amount),
    destination: tx.Destination ?? '',
    expiration: tx.Expiration ?? null,
    now: dateToRippleTime(asOf),
  })
  const [first] = errors
  if (first !== undefined) {
    throw new Refusal('validation_failed', sentence('The offer is not valid.'), {
      errors: errors.map(({ field, message }) => ({ path: fieldNames[field], message })),
    })
  }
  if (!isDrops(tx.Amount) && tokenFlags(identifyToken(tx.NFTokenID).flags).onlyXRP)
    throw new Refusal(
      'transaction_not_allowed',
      sentence('This NFT can only be sold for XRP: its creator decided this when it was minted.'),
    )
  if (offerKinds[kind].free && tx.Destination !== undefined && !toTagged)
    await checkReceiver(context, tx.Destination)
  if (tx.Destination !== context.treasury.account) return
  if (tx.Flags === tfSellNFToken) await checkBuyable(context, tx)
  if (isDrops(tx.Amount)) return
  const isBrokered = await brokeredCurrencies(context)
  if (!isBrokered(tx.Amount)) {
    throw new Refusal(
      'transaction_not_allowed',
      sentence(
        'The marketplace does not broker this currency. Make a direct offer, without the marketplace.',
      ),
    )
  }
}
