import { sentence } from '#contract/words/sentence.ts'
import { queryCollectionOf } from '#db/queries/collection/collections.ts'
import { type DemandItemRow, queryDemandItem } from '#db/queries/demand/items.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import { queryUsdPrice } from '#db/queries/prices/prices.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { DemandReply, NftReply, OnDemand, TokenMetadata } from '#contract/schemas/nfts.ts'
import { unrevealedName } from '#contract/rules/unrevealed.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { tokenFlags } from '#worker/ledger/token-id.ts'
import { collectionView } from './collection-view.ts'
import { priceView } from '#worker/domain/prices/price-view.ts'
import { getNft } from './get-nft.ts'
import { metadataView } from './metadata-view.ts'
import { onDemandView } from './on-demand-view.ts'

const hiddenMetadata: TokenMetadata = {
  name: unrevealedName,
  description: '',
  image: null,
  animation: null,
  attachment: null,
  files: [],
  attributes: [],
  moreAttributes: 0,
  collection: null,
  explicit: false,
}

function itemView(
  item: DemandItemRow,
  demand: OnDemand,
  collectionInfo: CollectionInfo | null,
): DemandReply['nft'] {
  return {
    _id: item.id,
    nftokenID: null,
    owner: item.issuer,
    issuer: item.issuer,
    sequence: null,
    nftokenTaxon: item.taxon,
    nft_taxon: item.taxon,
    transferFee: item.transferFee,
    flags: tokenFlags(item.flags),
    uri: null,
    metadata: metadataView(item.hidden ? hiddenMetadata : item.metadata),
    metadataState: 'ready',
    metadataProblem: null,
    metadataNextTry: null,
    metadataCanRetry: false,
    metadataLink: null,
    onDemandMint: true,
    demandPrice: demand.priceDrops,
    floorPrice: demand.priceDrops,
    onAuction: null,
    rarity: null,
    traitCounts: [],
    collectionInfo,
    demand,
    burned: false,
    sellOffers: [],
    buyOffers: [],
    history: [],
  }
}

/**
 * Returns an NFT by its NFTokenID, or an on-demand item by its nftDatabaseID; for a sold item, returns its token. A
 * hidden item reveals nothing. Throws Refusal('not_found').
 */
export async function readNft(context: Context, id: string): Promise<NftReply | DemandReply> {
  if (id.length === 64) return getNft(context, id)
  const reader = context.db.http
  const [row] = await queryDemandItem(reader, id)
  if (row === undefined || row.item.state === 'removed')
    throw new Refusal('not_found', sentence('This item does not exist or no longer exists.'))
  const { item } = row
  if (item.state === 'sold' && item.tokenId !== null) return getNft(context, item.tokenId)
  const [collection, cursor, prices, people] = await reader.batch([
    queryCollectionOf(reader, item.issuer, item.taxon),
    queryCursor(reader),
    queryUsdPrice(reader),
    queryPeople(reader, accountList([item.issuer])),
  ])
  const collectionInfo = collection[0] === undefined ? null : collectionView(collection[0])
  return {
    nft: itemView(item, onDemandView(row), collectionInfo),
    collection: collectionInfo,
    xrpPrice: prices[0] === undefined ? null : priceView(prices[0]),
    ledgerIndex: cursor[0]?.ledgerIndex ?? 0,
    people: peopleView(people),
  }
}
