import type { AmountJson } from '#ledger/amounts/amount.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { adjustOwnerCount } from './account-roots.ts'
import { addToDirectory, directoryPages, removeFromDirectory } from './directories.ts'
import { directoryFlag, hasFlag, offerFlag } from './entry-flags.ts'
import { type NFTokenOffer, unthreadedFields } from './entry-types.ts'
import {
  buyOfferDirectory,
  type Keylet,
  keyletOf,
  nftOfferKeylet,
  ownerDirectory,
  sellOfferDirectory,
} from './keylets.ts'

// Token offers are in two directories: the owner's directory, and the token's buy or sell directory. Source: XLS-20.

export const isSell = (offer: NFTokenOffer): boolean => hasFlag(offer, offerFlag.sell)
export const findOffer = (view: ReadView, key: string): NFTokenOffer | undefined =>
  read(view, keyletOf('NFTokenOffer', key))

/** Compares the expiration with the close time of the previous ledger. Source: xrpl.org "NFTokenOffer" (Expiration). */
export const hasExpired = (view: ReadView, expiration: number | undefined): boolean =>
  expiration !== undefined && view.parentCloseTime >= expiration

export interface NewOffer {
  owner: string
  sequence: number
  tokenId: string
  amount: AmountJson
  sell: boolean
  destination?: string | undefined
  expiration?: number | undefined
}

export function createOffer(view: Sandbox, offer: NewOffer): string {
  const { owner, tokenId } = offer
  const { key } = nftOfferKeylet(owner, offer.sequence)
  const ownerNode = addToDirectory(view, ownerDirectory(owner), key, { Owner: owner })
  const offerNode = offer.sell
    ? addToDirectory(view, sellOfferDirectory(tokenId), key, {
        Flags: directoryFlag.nftSellOffers,
        NFTokenID: tokenId,
      })
    : addToDirectory(view, buyOfferDirectory(tokenId), key, {
        Flags: directoryFlag.nftBuyOffers,
        NFTokenID: tokenId,
      })
  view.insert(key, {
    LedgerEntryType: 'NFTokenOffer',
    Flags: offer.sell ? offerFlag.sell : 0,
    Owner: owner,
    NFTokenID: tokenId,
    Amount: offer.amount,
    OwnerNode: ownerNode,
    NFTokenOfferNode: offerNode,
    ...(offer.destination === undefined ? {} : { Destination: offer.destination }),
    ...(offer.expiration === undefined ? {} : { Expiration: offer.expiration }),
    ...unthreadedFields,
  })
  adjustOwnerCount(view, owner, 1)
  return key
}

/** Removes an offer from both directories and from the ledger. */
export function deleteOffer(view: Sandbox, key: string): void {
  const offer = findOffer(view, key)
  if (offer === undefined) return
  removeFromDirectory(view, ownerDirectory(offer.Owner), offer.OwnerNode, key)
  const side = isSell(offer) ? sellOfferDirectory(offer.NFTokenID) : buyOfferDirectory(offer.NFTokenID)
  removeFromDirectory(view, side, offer.NFTokenOfferNode, key)
  adjustOwnerCount(view, offer.Owner, -1)
  view.erase(key)
}

/**
 * Removes at most `limit` offers of one side of a token, page by page, from the end of each page. Returns the number of
 * removed offers.
 */
export function deleteOffers(view: Sandbox, side: Keylet<'DirectoryNode'>, limit: number): number {
  let deletedCount = 0
  const pages = [...directoryPages(view, side)].map(({ node }) => node.Indexes)
  for (const keys of pages) {
    for (const key of keys.toReversed()) {
      if (deletedCount === limit) return deletedCount
      deleteOffer(view, key)
      deletedCount += 1
    }
  }
  return deletedCount
}
