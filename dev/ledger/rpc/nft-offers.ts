import type { JsonObject } from '#dev/ledger/codec/json.ts'
import { directoryPages } from '#dev/ledger/entries/directories.ts'
import { buyOfferDirectory, directoryPage, sellOfferDirectory } from '#dev/ledger/entries/keylets.ts'
import { findOffer, isSell } from '#dev/ledger/entries/nftoken-offers.ts'
import { exists } from '#dev/ledger/views/read-view.ts'
import { chooseLedger, isHash } from './ledger-selection.ts'
import { limitParameter } from './parameters.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { expectedField, invalidField, missingField, rpcError } from './rpc-error.ts'

// Source: xrpl.org "nft_buy_offers", "nft_sell_offers". The marker is the first offer not given yet.

const STANDARD_LIMIT = 250

function offersOf({ chain, params }: RpcContext, sell: boolean): JsonObject {
  if (params.nft_id === undefined) throw missingField('nft_id')
  if (!isHash(params.nft_id)) throw invalidField('nft_id')
  const tokenId = params.nft_id.toUpperCase()
  const { view } = chooseLedger(chain, params)
  const limit = limitParameter(params, STANDARD_LIMIT)
  const directory = sell ? sellOfferDirectory(tokenId) : buyOfferDirectory(tokenId)
  if (!exists(view, directory)) throw rpcError('objectNotFound')
  const { marker } = params
  if (marker !== undefined && typeof marker !== 'string') throw expectedField('marker', 'string')
  let from = '0'
  if (marker !== undefined) {
    const offer = isHash(marker) ? findOffer(view, marker.toUpperCase()) : undefined
    if (offer === undefined || offer.NFTokenID !== tokenId || isSell(offer) !== sell)
      throw rpcError('invalidParams')
    from = offer.NFTokenOfferNode
    if (!exists(view, directoryPage(directory.key, from))) throw rpcError('invalidParams')
  }
  let started = marker === undefined
  const offers: JsonObject[] = []
  for (const { node } of directoryPages(view, directory, from)) {
    for (const key of node.Indexes) {
      if (!started && key !== marker?.toUpperCase()) continue
      started = true
      const offer = findOffer(view, key)
      if (offer === undefined) continue
      if (offers.length === limit) return { nft_id: tokenId, offers, limit, marker: key }
      offers.push({
        amount: JSON.parse(JSON.stringify(offer.Amount)),
        flags: offer.Flags,
        nft_offer_index: key,
        owner: offer.Owner,
        ...(offer.Destination === undefined ? {} : { destination: offer.Destination }),
        ...(offer.Expiration === undefined ? {} : { expiration: offer.Expiration }),
      })
    }
  }
  return { nft_id: tokenId, offers }
}

export const nftSellOffers: Handler = (context) => offersOf(context, true)
export const nftBuyOffers: Handler = (context) => offersOf(context, false)
