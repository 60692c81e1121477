import * as v from 'valibot'
import { queryCollectionHistory } from '#db/queries/collection/history.ts'
import { queryIdentity } from '#db/queries/collection/collections.ts'
import type { ActivityKind } from '#contract/rules/list-addresses.ts'
import type { HistoryType } from '#contract/schemas/nfts.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { historyView } from '#worker/domain/nft/history-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identityOf } from './find-identity.ts'
import { nextMarker, packPosition, pageBegin, unpackPosition } from './page-token.ts'

const pageSize = 40

const typesOf: Record<ActivityKind, HistoryType[]> = {
  sales: ['sale'],
  listings: ['sell_offer'],
  bids: ['buy_offer'],
  transfers: ['transfer'],
  mints: ['mint', 'burn'],
}

const Position = v.object({
  ledgerIndex: v.number(),
  position: v.number(),
  nftId: v.string(),
  type: v.string(),
  offerId: v.string(),
})

/** Lists the events of a collection in pages, newest first. */
export async function listCollectionHistory(
  context: Context,
  query: {
    id: string
    marker?: number | undefined
    after?: string | undefined
    kind?: ActivityKind | undefined
  },
) {
  const { collection, confirm } = identityOf(query.id)
  const reader = context.db.http
  const page = { ...pageBegin(query.marker, pageSize), after: unpackPosition(Position, query.after) }
  const [rows, identity] = await reader.batch([
    queryCollectionHistory(
      reader,
      collection,
      page,
      query.kind === undefined ? undefined : typesOf[query.kind],
    ),
    queryIdentity(reader, query.id),
  ])
  confirm(identity)
  const last = rows.at(-1)?.event
  const marker = nextMarker(page.offset, rows.length, pageSize)
  return {
    history: rows.map(({ event, name, sequence, metadata }) => ({
      ...historyView(event),
      name: name ?? fallbackName(sequence ?? 0),
      image: metadata?.image ?? null,
    })),
    people: peopleView(rows.flatMap(({ people }) => people ?? [])),
    marker,
    after:
      last === undefined || marker === -1
        ? null
        : packPosition({
            ledgerIndex: last.ledgerIndex,
            position: last.position,
            nftId: last.nftId,
            type: last.type,
            offerId: last.offerId,
          }),
  }
}
