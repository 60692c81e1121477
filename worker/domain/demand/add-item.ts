import { sentence } from '#contract/words/sentence.ts'
import { createHash } from 'node:crypto'
import { findDemandItem, insertDemandItem } from '#db/queries/demand/items.ts'
import { listMedia, useMedia } from '#db/queries/media/files.ts'
import { releasePins } from '#db/queries/pin/pins.ts'
import { findSellingRules } from '#db/queries/demand/selling-rules.ts'
import { touchStatistics } from '#db/queries/ledger-index/statistics.ts'
import { mintFlagsOf, transferFeeOf } from '#contract/schemas/minting.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { AddDemandForm } from '#contract/schemas/selling.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { type BuiltToken, buildToken } from '#worker/domain/mint/build-token.ts'
import { rowKeyOf } from '#worker/domain/mint/row-key.ts'
import { pinSoon } from '#worker/domain/pin/run-pins.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import { checkFlags, readPrice } from './sale-price.ts'
import { checkMinter, permissionMissing } from './check-minter.ts'

/** Returns the item's id, which depends only on the creator and the row, so that a retry finds the item. */
function itemId(account: string, rowKey: string): string {
  const hex = createHash('sha256').update(`opx/demand/${account}/${rowKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

async function metadataOf({ db }: Context, { tokenJson }: BuiltToken) {
  const media = await listMedia(db.http, mediaCids(tokenJson))
  const metadata = readTokenMetadata(tokenJson, new Map(media.map((file) => [file.cid, file])))
  if (metadata === null)
    throw new Refusal('validation_failed', sentence('The metadata of this item cannot be read.'))
  return metadata
}

/** Returns the caller's own collection, which must be minted on demand. */
async function demandCollection({ db }: Context, account: string, taxon: number) {
  const collection = await findSellingRules(db.http, account, taxon)
  if (collection === null)
    throw new Refusal('not_found', sentence('You have no collection with this taxon. Create it first.'))
  if (!collection.onDemandMint)
    throw new Refusal(
      'forbidden',
      sentence('This collection is not minted on demand. Mint its NFTs, or edit it.'),
    )
  return collection
}

/**
 * Stores an item that is minted on purchase; nothing is on the ledger yet. With a price, the item is for sale
 * immediately. Items of random collections are hidden. Returns the item's id.
 * Throws Refusal: not_found, forbidden, minter_missing, validation_failed, storage_unavailable, collection_busy.
 */
export async function addItem(
  context: Context,
  actor: Actor,
  form: AddDemandForm,
  callKey: string | null,
): Promise<string> {
  const { db } = context
  const { account } = actor
  const id = itemId(account, rowKeyOf(form, callKey))
  if ((await findDemandItem(db.http, id)) !== null) return id
  const collection = await demandCollection(context, account, form.taxon)
  const { currency } = collection
  const priceDrops = form.amount === undefined ? null : readPrice(context, form.amount, currency)
  await checkMinter(context, account, permissionMissing)
  const token = await buildToken(context, actor, form, {
    metadata: form.metadata,
    collection: collection.name,
    hidden: collection.random,
  })
  const metadata = await metadataOf(context, token)
  const transferFee = transferFeeOf(form.royalty)
  const { burnable, onlyXRP } = form
  const flags = mintFlagsOf({ transferable: true, burnable, onlyXRP }, transferFee, collection.mutableNfts)
  checkFlags(flags, currency)
  const item = {
    id,
    collectionId: collection.id,
    issuer: account,
    taxon: form.taxon,
    transferFee,
    flags,
    name: metadata.name,
    metadata,
    document: JSON.stringify(token.tokenJson),
    metadataCid: token.metadataCid,
    files: token.media,
    hidden: collection.random,
    priceDrops,
    currency,
    state: priceDrops === null ? ('draft' as const) : ('for_sale' as const),
    listedAt: priceDrops === null ? null : context.now(),
  }
  const files = [...token.media, token.metadataCid]
  const addResult = await db.transaction(async (tx) => {
    if (!(await insertDemandItem(tx, item))) return false
    await useMedia(tx, files, context.now())
    if (!collection.random) await releasePins(tx, files)
    return true
  })
  if (!addResult)
    throw new Refusal(
      'collection_busy',
      sentence('The collection was just changed or removed. Please try again.'),
    )
  if (!collection.random) pinSoon(context)
  await touchStatistics(db.http, collection.id)
  return id
}
