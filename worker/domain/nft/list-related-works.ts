import {
  itemIdentity,
  queryArtistCards,
  queryNeighbourCards,
  queryTraitFloors,
} from '#db/queries/collection/related-works.ts'
import type { RelatedReply } from '#contract/schemas/nfts.ts'
import type { Context } from '#worker/domain/context.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { cardView } from './card-view.ts'

const shownWorks = 8

/** Reads the floors of a work's traits, and similar works, in one round trip. Empty for an unknown work. */
export async function listRelatedWorks({ db, rules }: Context, id: string): Promise<RelatedReply> {
  const reader = db.http
  const kind = id.length === 64 ? identifyToken(id) : itemIdentity(id)
  const [floors, neighbours, relatedRows] = await reader.batch([
    queryTraitFloors(reader, kind, id),
    queryNeighbourCards(reader, rules, kind, id, shownWorks),
    queryArtistCards(reader, rules, kind, shownWorks),
  ])
  return {
    traitFloors: floors.map(({ trait, value, floor }) => ({ trait, value, floorDrops: floor })),
    collection: neighbours.map(cardView),
    artist: relatedRows.map(cardView),
  }
}
