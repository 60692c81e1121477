import {
  queryCollectionsOfTokens,
  queryInventory,
  queryIssuers,
  queryReserved,
  queryTokensInCart,
  queryTokensOnAuction,
} from '#db/queries/cart/cart.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { type NftRow, querySellOffers } from '#db/queries/nft/nfts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { noTransferFee } from '#contract/rules/ledger.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { offerViewer } from '#worker/domain/nft/offer-view.ts'
import type { TokenSale } from '#worker/domain/trade/main-listing.ts'

export type CartCollection = Awaited<ReturnType<typeof queryCollectionsOfTokens>>[number]

/** A token with all data that decides whether an account may buy it. */
export interface CartToken extends TokenSale {
  collection: CartCollection | null
  /** The issuer's name; null if it may not be displayed. */
  artist: string | null
  /** True if the token is sold as an on-demand item. */
  isInventory: boolean
  /** True if the listing is addressed to another account. */
  isReserved: boolean
}

export interface CartRows {
  /** Returns the token by its id; null if it no longer exists. */
  find: (nftId: string) => CartToken | null
  /** Returns the transfer rate, in billionths. */
  transferRateOf: (amount: Amount) => number
  /** True if the issuer of the currency has frozen it for everyone. */
  isFrozen: (amount: Amount) => boolean
  ledgerIndex: number
}

const identifyCollection = ({ issuer, taxon }: Pick<NftRow, 'issuer' | 'taxon'>) => `${issuer} ${taxon}`

/** Reads any number of tokens for one buyer (null: a visitor) in one round trip. */
export async function readCart(context: Context, ids: string[], buyer: string | null): Promise<CartRows> {
  const { db, treasury, now } = context
  const reader = db.http
  const [tokens, offers, onAuction, inventory, reservedItems, collections, issuers, cursor] =
    await reader.batch([
      queryTokensInCart(reader, ids),
      querySellOffers(reader, ids),
      queryTokensOnAuction(reader, ids),
      queryInventory(reader, ids),
      queryReserved(reader, ids, buyer),
      queryCollectionsOfTokens(reader, ids, { buyer, marketplace: treasury.account }),
      queryIssuers(reader, ids),
      queryCursor(reader),
    ])
  const asOf = ledgerNow(cursor[0]?.closedAt, now())
  const view = await offerViewer(context, offers, asOf)
  const has = (rows: { id: string | null }[]) => {
    const cardIds = new Set(rows.map(({ id }) => id))
    return (id: string) => cardIds.has(id)
  }
  const [isOnAuction, isInventory, isReserved] = [has(onAuction), has(inventory), has(reservedItems)]
  const byIdentity = new Map(collections.map((row) => [identifyCollection(row), row]))
  const sales = new Map(
    tokens.map(({ nft, artist }): [string, CartToken] => {
      const sellOffers = offers.filter(({ nftId }) => nftId === nft.id)
      const sale = { nft, sellOffers, views: sellOffers.map(view), isOnAuction: isOnAuction(nft.id), asOf }
      const rules = { isInventory: isInventory(nft.id), isReserved: isReserved(nft.id) }
      return [
        nft.id,
        { ...sale, ...rules, artist, collection: byIdentity.get(identifyCollection(nft)) ?? null },
      ]
    }),
  )
  const rateOf = new Map(issuers.map(({ issuer, rate }) => [issuer, rate]))
  const frozenIssuers = new Set(
    issuers.filter(({ globalFreeze }) => globalFreeze).map(({ issuer }) => issuer),
  )
  return {
    find: (id) => sales.get(id) ?? null,
    transferRateOf: (amount) =>
      isDrops(amount) ? noTransferFee : (rateOf.get(amount.issuer) ?? noTransferFee),
    isFrozen: (amount) => !isDrops(amount) && frozenIssuers.has(amount.issuer),
    ledgerIndex: cursor[0]?.ledgerIndex ?? 0,
  }
}
