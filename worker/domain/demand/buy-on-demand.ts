import { sentence } from '#contract/words/sentence.ts'
import { type DemandItemRow, queryDemandItem } from '#db/queries/demand/items.ts'
import { queryPayees, queryPayeesOfCollection } from '#db/queries/split/splits.ts'
import { amountValue } from '#contract/words/amount-values.ts'
import { onDemandFee } from '#contract/rules/fees.ts'
import {
  amountOfDrops,
  currencyOf,
  dropsOfAmount,
  isSameCurrency,
  type SaleCurrency,
  saleRoyalty,
} from '#contract/rules/sale-amounts.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { DemandBuyBody } from '#contract/schemas/selling.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { blocksOffers } from '#worker/domain/sign-request/blocked-offers.ts'
import { askToAccept } from './ask-to-accept.ts'
import { checkSaleCurrency } from '#worker/domain/nft/check-sale-currency.ts'
import { checkArtistLine } from './sale-price.ts'
import { checkMinter } from './check-minter.ts'
import { currentReservation, findResumable } from './current-reservation.ts'
import { mintFields, offerFields } from './offer-to-buyer.ts'
import { payoutFields } from './pay-artist.ts'
import { refuseMarketplace, reserve } from './reserve.ts'

const day = 86_400_000

async function isShared({ db }: Context, { editionId, collectionId }: DemandItemRow): Promise<boolean> {
  const payees =
    editionId === null
      ? await queryPayeesOfCollection(db.http, collectionId)
      : await queryPayees(db.http, [editionId])
  return payees.length > 0
}

/**
 * Checks everything that could make a purchase fail later, before anything is reserved or minted: whether the buyer
 * accepts offers, the buyer's funds, the artist's authorization, the mint or offer itself, and whether the artist can
 * be paid. Does not check payees: amounts that cannot be paid to them stay owed.
 */
export async function simulatePurchase(
  context: Context,
  item: DemandItemRow,
  buyer: string,
  { priceDrops, currency }: { priceDrops: bigint; currency: SaleCurrency },
) {
  const { treasury } = context
  if (await blocksOffers(context, buyer))
    throw new Refusal(
      'would_fail',
      sentence(
        'Your account does not accept NFT offers, and a work that is minted for you arrives as one. Allow them in your wallet first.',
      ),
    )
  await checkSaleCurrency(context, currency)
  await checkFunds(context, buyer, amountOfDrops(priceDrops, currency))
  // Revoking the authorization also pauses the sale of works that are already minted.
  await checkMinter(context, item.issuer)
  // The ledger's clock decides whether an offer has expired.
  const asOf = await readLedgerNow(context)
  const terms = { buyer, priceDrops, currency, until: new Date(asOf.getTime() + day) }
  const { tokenId } = item
  await dryRun(context, {
    Account: treasury.account,
    ...(tokenId === null ? mintFields(item, terms) : offerFields(tokenId, terms)),
  })
  const royalty = saleRoyalty(priceDrops, item.transferFee, currency)
  const artistDrops = priceDrops - onDemandFee(priceDrops) - royalty
  if (artistDrops > 0n && !(await isShared(context, item))) {
    await checkArtistLine(context, item.issuer, artistDrops + royalty, currency)
    // The marketplace receives the payment first, so a test with one drop of XRP is enough for the artist's side.
    await dryRun(context, {
      Account: treasury.account,
      ...(await payoutFields(context, item.issuer, 1n)),
    })
  }
}

const unavailableMessage = sentence(
  'This item is not for sale at the moment. It may just have been sold or withdrawn.',
)

const takenRefusal = () =>
  new Refusal(
    'reserved',
    sentence("Someone else is buying this item right now. If they don't pay, it becomes available again."),
  )

async function findItem({ db }: Context, id: string) {
  const [row] = await queryDemandItem(db.http, id)
  if (row === undefined) throw new Refusal('not_found', sentence('This item does not exist.'))
  return row
}

async function hold(context: Context, item: DemandItemRow, body: DemandBuyBody, actor: Actor) {
  const { collectionId, priceDrops, currency } = item
  if (priceDrops === null || item.state !== 'for_sale') throw new Refusal('not_for_sale', unavailableMessage)
  const expectedDrops = body.expectedAmount === undefined ? null : dropsOfAmount(body.expectedAmount)
  const price = amountOfDrops(priceDrops, currency)
  const priceChangedRefusal = () =>
    new Refusal(
      'price_changed',
      sentence('The price has changed. It is now {price}.', {
        price: amountValue(price, context.settings.tokens),
      }),
      {
        errors: [{ path: 'expectedAmount', message: typeof price === 'string' ? price : price.value }],
      },
    )
  // Without an expected amount, the expected price is in XRP.
  const isExpectedCurrency = isSameCurrency(currencyOf(body.expectedAmount ?? '0'), currency)
  if (!isExpectedCurrency || (body.expectedAmount !== undefined && expectedDrops !== priceDrops))
    throw priceChangedRefusal()
  await simulatePurchase(context, item, actor.account, { priceDrops, currency })
  const reservation = await reserve(
    context,
    {
      buyer: actor.account,
      collectionId,
      random: false,
      promoCode: body.promoCode ?? null,
    },
    async () => ({ itemId: item.id, nftId: null, expectedDrops: expectedDrops }),
  )
  if (reservation !== null) return reservation
  throw takenRefusal()
}

/**
 * Buys an on-demand item (docs/money.md, 6): it is reserved for the buyer, minted with the marketplace's offer to the
 * buyer, and accepted with one signature. Continues an open reservation of the same item.
 * Throws Refusal: not_found, not_for_sale, own_collection, price_changed, insufficient_funds, minter_missing,
 * would_fail, reserved, already_pending, those of the collection's rules, signer_unavailable.
 */
export async function buyOnDemand(
  context: Context,
  actor: Actor,
  body: DemandBuyBody,
): Promise<SignReferences> {
  const candidate = await findItem(context, body.nftDatabaseID)
  if (candidate.random)
    throw new Refusal('not_for_sale', sentence('Items in this collection are sold only through Random buy.'))
  refuseMarketplace(context, actor.account)
  const open = await currentReservation(context, actor.account, candidate.item.collectionId)
  // The reservation may have been the buyer's own and just been released.
  const { item, reserved } = candidate.reserved ? await findItem(context, body.nftDatabaseID) : candidate
  if (open === null && reserved) throw takenRefusal()
  const asOf = await readLedgerNow(context)
  const row =
    open !== null
      ? findResumable(open, (reservation) => reservation.itemId === item.id && reservation.until > asOf)
      : await hold(context, item, body, actor)
  return askToAccept(context, row, item.name)
}
