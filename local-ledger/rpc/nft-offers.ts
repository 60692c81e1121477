import type { JsonObject } from '#ledger/codec/json.ts'
import { directoryPages } from '#ledger/entries/directories.ts'
import type { NFTokenOffer } from '#ledger/entries/entry-types.ts'
import { buyOfferDirectory, directoryPage, type Keylet, sellOfferDirectory } from '#ledger/entries/keylets.ts'
import { findOffer, isSell } from '#ledger/entries/nftoken-offers.ts'
import { exists, type ReadView } from '#ledger/views/read-view.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

// Answers the methods `nft_buy_offers` and `nft_sell_offers`. The marker is the first offer of the next page. Source:
// xrpl.org "nft_buy_offers", "nft_sell_offers".

const STANDARD_LIMIT = 250

interface Position {
  marker: unknown
  tokenId: string
  sell: boolean
}

/** Returns the directory page that contains the marker's offer. */
function pageOf(
  view: ReadView,
  directory: Keylet<'DirectoryNode'>,
  { marker, tokenId, sell }: Position,
): string {
  if (marker === undefined) return '0'
  if (typeof marker !== 'string') throw expectedField('marker', 'string')
  const offer = isHash(marker) ? findOffer(view, marker.toUpperCase()) : undefined
  if (offer === undefined || offer.NFTokenID !== tokenId || isSell(offer) !== sell)
    throw rpcError('invalidParams')
  const page = offer.NFTokenOfferNode
  if (!exists(view, directoryPage(directory.key, page))) throw rpcError('invalidParams')
  return page
}

/** Yields the keys on these pages, starting with `first` if given. */
function* keysFrom(pages: ReturnType<typeof directoryPages>, first: string | null): Generator<string> {
  let hasStarted = first === null
  for (const { node } of pages) {
    for (const key of node.Indexes) {
      hasStarted ||= key === first
      if (hasStarted) yield key
    }
  }
}

const present = (key: string, offer: NFTokenOffer): JsonObject => ({
  amount: JSON.parse(JSON.stringify(offer.Amount)),
  flags: offer.Flags,
  nft_offer_index: key,
  owner: offer.Owner,
  ...(offer.Destination === undefined ? {} : { destination: offer.Destination }),
  ...(offer.Expiration === undefined ? {} : { expiration: offer.Expiration }),
})

function offersOf({ chain, params }: RpcContext, sell: boolean): JsonObject {
  if (params.nft_id === undefined) throw missingField('nft_id')
  if (!isHash(params.nft_id)) throw invalidField('nft_id')
  const tokenId = params.nft_id.toUpperCase()
  const { view } = chooseLedger(chain, params)
  const limit = limitParameter(params, STANDARD_LIMIT)
  const directory = sell ? sellOfferDirectory(tokenId) : buyOfferDirectory(tokenId)
  if (!exists(view, directory)) throw rpcError('objectNotFound')
  const { marker } = params
  const from = pageOf(view, directory, { marker, tokenId, sell })
  const first = typeof marker === 'string' ? marker.toUpperCase() : null
  const offers: JsonObject[] = []
  for (const key of keysFrom(directoryPages(view, directory, from), first)) {
    const offer = findOffer(view, key)
    if (offer === undefined) continue
    if (offers.length === limit) return { nft_id: tokenId, offers, limit, marker: key }
    offers.push(present(key, offer))
  }
  return { nft_id: tokenId, offers }
}

export const nftSellOffers: Handler = (context) => offersOf(context, true)
export const nftBuyOffers: Handler = (context) => offersOf(context, false)
