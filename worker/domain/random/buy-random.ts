import { findDemandItem } from '#db/queries/demand-items.ts'
import { countCandidates, drawCandidate } from '#db/queries/draws.ts'
import type { ReservationRow } from '#db/queries/reservations.ts'
import { findSellingRulesById } from '#db/queries/selling-rules.ts'
import { priceWithFee } from '#worker/contract/money.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { BuyRandomBody } from '#worker/contract/selling.ts'
import type { SignReferences } from '#worker/contract/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { askToAccept } from '#worker/domain/demand/ask-to-accept.ts'
import { currentReservation, resumable } from '#worker/domain/demand/current-reservation.ts'
import { simulatePurchase } from '#worker/domain/demand/buy-item.ts'
import { type Hold, refuseMarketplace, reserve } from '#worker/domain/demand/reserve.ts'
import { askForListing } from '#worker/domain/trade/buy-now.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { findMainListing } from '#worker/domain/trade/main-listing.ts'

const soldOut = () =>
  new Refusal(
    'sold_out',
    'Nothing of this collection can be bought at the moment. Reserved items may come back.',
  )

async function ask(
  context: Context,
  row: ReservationRow,
  { buyer, name }: { buyer: string; name: string },
): Promise<SignReferences> {
  if (row.itemId !== null) return askToAccept(context, row, name)
  if (row.nftId === null) throw soldOut()
  return askForListing(context, await findMainListing(context, row.nftId, buyer), { buyer, name, hold: row })
}

/**
 * Draws an item, and simulates the first one before it is reserved: once reserved, the cron may mint it. For the simulation, items
 * of a collection differ only in being minted already, so one of each kind is enough.
 */
function drawAndSimulate(context: Context, collectionId: string, buyer: string) {
  const rehearsed = { mint: false, inventory: false }
  return async (): Promise<Hold | null> => {
    const { db, treasury } = context
    const drawn = await drawCandidate(db.read, { collectionId, marketplace: treasury.account, buyer })
    if (drawn === null) return null
    if (drawn.kind === 'token') return { itemId: null, nftId: drawn.id, expectedDrops: null }
    const item = await findDemandItem(db.read, drawn.id)
    const kind = item?.tokenId === null ? 'mint' : 'inventory'
    if (item !== null && item.priceDrops !== null && !rehearsed[kind]) {
      await simulatePurchase(context, item, buyer, item.priceDrops)
      rehearsed[kind] = true
    }
    return { itemId: drawn.id, nftId: null, expectedDrops: null }
  }
}

/**
 * Random buy (docs/money.md, 7): draws an item, reserves it for 15 minutes, and continues as for an on-demand item or a listing.
 * The item is not revealed before it is paid for.
 * Throws Refusal: not_found, not_for_sale, sold_out, insufficient_funds, and what buying an item throws.
 */
export async function buyRandom(
  context: Context,
  actor: Actor,
  body: BuyRandomBody,
): Promise<SignReferences> {
  const { db, treasury } = context
  const buyer = actor.account
  const collection = await findSellingRulesById(db.read, body.collection_id)
  if (collection === null) throw new Refusal('not_found', 'There is no such collection.')
  if (!collection.random) throw new Refusal('not_for_sale', 'This collection has no random buy.')
  refuseMarketplace(context, buyer)
  const named = { buyer, name: `an item of ${collection.name}` }
  const open = await currentReservation(context, buyer, collection.id)
  if (open !== null)
    return ask(
      context,
      resumable(open, (row) => row.random),
      named,
    )
  const { dearestDrops } = await countCandidates(db.read, collection.id, treasury.account)
  if (dearestDrops !== null) await checkFunds(context, buyer, priceWithFee(dearestDrops))
  const purchase = {
    buyer,
    collectionId: collection.id,
    random: true,
    promoCode: body.promoCode ?? null,
  }
  const row = await reserve(context, purchase, drawAndSimulate(context, collection.id, buyer))
  if (row === null) throw soldOut()
  return ask(context, row, named)
}
