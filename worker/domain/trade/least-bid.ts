import { amountValue } from '#contract/words/amount-values.ts'
import { sentence } from '#contract/words/sentence.ts'
import { queryIdentity } from '#db/queries/collection/collections.ts'
import { queryLeastBid, queryMinimum, saveMinimum } from '#db/queries/standing-bid/least-bids.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { BidMinimumBody, BidMinimumReply } from '#contract/schemas/standing-bids.ts'
import type { Actor, Context } from '#worker/domain/context.ts'

/**
 * Checks a bid in XRP against the least bid that the owner or the collection's issuer accepts. Throws
 * Refusal('bid_too_low').
 */
export async function checkLeastBid({ db, settings }: Context, nftId: string, amount: Amount): Promise<void> {
  const [minimumBid] = await queryLeastBid(db.http, nftId)
  if (minimumBid?.drops == null || !isDrops(amount) || BigInt(amount) >= BigInt(minimumBid.drops)) return
  throw new Refusal(
    'bid_too_low',
    sentence('Bids for this work start at {amount}, a share of the floor that its owner or artist has set.', {
      amount: amountValue(minimumBid.drops, settings.tokens),
    }),
  )
}

/** Reads the minimum of the account, or of a collection. */
export async function getBidMinimum(
  { db }: Context,
  { account }: Actor,
  collectionID: string | undefined,
): Promise<BidMinimumReply> {
  const [row] = await (collectionID === undefined
    ? queryMinimum(db.http, 'account', account)
    : queryMinimum(db.http, 'collection', collectionID))
  return { percent: row?.percent ?? null }
}

/**
 * Sets the least bid for all works of the account, or for a collection by its issuer, in percent of the floor; null
 * removes it. Throws Refusal: not_found, forbidden.
 */
export async function setBidMinimum(
  { db }: Context,
  { account }: Actor,
  { collectionID, percent }: BidMinimumBody,
): Promise<void> {
  if (collectionID === undefined) return saveMinimum(db.http, 'account', account, percent)
  const [collection] = await queryIdentity(db.http, collectionID)
  if (collection === undefined) throw new Refusal('not_found', sentence('This collection does not exist.'))
  if (collection.issuer !== account)
    throw new Refusal('forbidden', sentence('Only the issuer of a collection can do this.'))
  await saveMinimum(db.http, 'collection', collectionID, percent)
}
