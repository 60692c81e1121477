import { sentence, type Sentence } from '#contract/words/sentence.ts'
import type { Executor } from '#db/executor.ts'
import { queryOffer } from '#db/queries/nft/nfts.ts'
import { type AccessProblem, findAccessProblem } from '#db/queries/demand/reservations.ts'
import { findSellingRules } from '#db/queries/demand/selling-rules.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { actions, type OfferKind, offerKinds } from '#contract/rules/actions.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { ClientTransaction } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { checkUnchanged } from './confirm-bid.ts'

export const drawnOnlyRefusal = () =>
  new Refusal('not_for_sale', sentence('Items in this collection are sold only through Random buy.'))

export const directSaleMessage = sentence(
  'The collection has rules for its buyers, which a direct listing cannot enforce. The issuer must list the work through the marketplace.',
)

/**
 * Returns the rules of a collection for sales by its issuer; null if there are none, or if the seller is not the
 * issuer.
 */
async function rulesOf(db: Executor, seller: string, nftId: string) {
  const { issuer, taxon } = identifyToken(nftId)
  if (seller !== issuer) return null
  const rules = await findSellingRules(db, issuer, taxon)
  return rules !== null && (rules.guarded || rules.random || !rules.announced) ? rules : null
}

/** True if a sale of this token by this seller is subject to the rules of its collection. */
export async function hasPrimaryRules({ db }: Context, seller: string, nftId: string): Promise<boolean> {
  return (await rulesOf(db.http, seller, nftId)) !== null
}

/**
 * Checks the offer of an issuer whose collection has rules. A priced offer must go to the marketplace at a fixed price,
 * because any other offer could be accepted by accounts that may not buy (docs/money.md, 8). Throws Refusal:
 * not_for_sale, not_announced.
 */
export async function checkPrimaryOffer(
  context: Context,
  seller: string,
  { nftId, kind }: { nftId: string; kind: OfferKind },
): Promise<void> {
  const { free, brokered, auction } = offerKinds[kind]
  const isFixedPrice = brokered && auction === 'none'
  if (free || isFixedPrice || actions[kind].offerOf === 'buyer') return
  const rules = await rulesOf(context.db.http, seller, nftId)
  if (rules === null) return
  if (rules.random) throw drawnOnlyRefusal()
  if (!brokered) throw new Refusal('not_for_sale', directSaleMessage)
  throw rules.announced
    ? new Refusal(
        'not_for_sale',
        sentence(
          'The collection has rules for its buyers, which an auction cannot enforce. List the work at a price, or lift the rules first.',
        ),
      )
    : new Refusal('not_announced', sentence('Your collection has not been announced yet: announce it first.'))
}

const bidderMessages: Partial<Record<AccessProblem, Sentence>> = {
  not_announced: sentence('Your collection has not been announced yet: nothing can be sold until then.'),
  blacklisted: sentence("This bidder is on your collection's blacklist."),
  not_whitelisted: sentence("This bidder is not on your collection's whitelist."),
  purchase_limit: sentence('This bidder has reached the whitelist limit for your collection.'),
}

export interface PrimaryBid {
  seller: string
  nftId: string
  bidder: string
}

/**
 * Returns why an issuer may not sell to a bidder; null if nothing forbids it, or if the seller is not the issuer. The
 * collection's lists decide. The issuer's acceptance of a bid replaces the promo code. Codes: not_for_sale,
 * not_announced, blacklisted, not_whitelisted, purchase_limit.
 */
export async function primaryBidProblem(
  db: Executor,
  marketplace: string,
  { seller, nftId, bidder }: PrimaryBid,
): Promise<Refusal | null> {
  const rules = await rulesOf(db, seller, nftId)
  if (rules === null) return null
  if (rules.random) return drawnOnlyRefusal()
  const problem = await findAccessProblem(db, {
    collectionId: rules.id,
    buyer: bidder,
    marketplace,
    promoDigest: null,
  })
  const words = problem === null ? undefined : bidderMessages[problem]
  return problem === null || words === undefined ? null : new Refusal(problem, words)
}

/** Throws the problem that `primaryBidProblem` returns. */
export async function checkPrimaryBid({ db, treasury }: Context, bid: PrimaryBid): Promise<void> {
  const problem = await primaryBidProblem(db.http, treasury.account, bid)
  if (problem !== null) throw problem
}

/** Checks an offer that is accepted on the ledger, without the marketplace as broker. Gifts are allowed. */
export async function checkPrimaryAccept(
  context: Context,
  account: string,
  {
    NFTokenSellOffer: sellOfferId,
    NFTokenBuyOffer: buyOfferId,
  }: Extract<ClientTransaction, { TransactionType: 'NFTokenAcceptOffer' }>,
): Promise<void> {
  const [offer] = await queryOffer(context.db.http, sellOfferId ?? buyOfferId ?? '')
  if (offer === undefined) return
  if (!offer.isSell) {
    await checkUnchanged(context, offer)
    return checkPrimaryBid(context, { seller: account, nftId: offer.nftId, bidder: offer.owner })
  }
  if (isDrops(offer.amount) && BigInt(offer.amount) === 0n) return
  const rules = await rulesOf(context.db.http, offer.owner, offer.nftId)
  if (rules === null) return
  throw rules.random ? drawnOnlyRefusal() : new Refusal('not_for_sale', directSaleMessage)
}
