import { fallbackName } from '#contract/rules/unrevealed.ts'
import { sentence } from '#contract/words/sentence.ts'
import { queryEventClock, queryEvents, type EventStart, type EventView } from '#db/queries/event/events.ts'
import type { EventsQuery, EventsReply, MarketEvent } from '#contract/schemas/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

export function eventView(row: EventView): MarketEvent {
  return {
    position: row.position,
    key: row.key,
    kind: row.kind,
    at: row.at.toISOString(),
    ledgerIndex: row.ledgerIndex,
    txid: row.txid,
    nft: row.nftId,
    name: row.name ?? (row.sequence === null ? null : fallbackName(row.sequence)),
    image: row.metadata?.image ?? null,
    issuer: row.issuer,
    taxon: row.taxon,
    collectionId: row.collectionId,
    collectionName: row.collectionName,
    actor: row.actor,
    seller: row.seller,
    buyer: row.buyer,
    account: row.account,
    offer: row.offerId,
    amount: row.amount,
    previousAmount: row.previousAmount,
    endsAt: row.endsAt?.toISOString() ?? null,
    funded: row.funded,
  }
}

/**
 * Lists events of some topics after a position, and returns the position for the next call. If the topics are null,
 * lists all events. Throws Refusal: events_gone, validation_failed.
 */
export async function readEvents(
  { db }: Pick<Context, 'db'>,
  topics: string[] | null,
  start: EventStart,
  limit: number,
): Promise<EventsReply> {
  // Reads the clock first, so that the second statement sees all positions that the clock has assigned by then.
  const [[clock], rows] = await db.http.batch([
    queryEventClock(db.http, start),
    queryEvents(db.http, topics, start, limit + 1),
  ])
  const position = clock?.position ?? 0
  const startPosition = clock?.start ?? 0
  if (startPosition < (clock?.floor ?? 0))
    throw new Refusal(
      'events_gone',
      sentence('These events are no longer stored. Reload the page to continue from now.'),
    )
  if (startPosition > position)
    throw new Refusal('validation_failed', 'This position does not exist yet.', {
      errors: [{ path: 'after', message: 'Give a position as it was given out.' }],
    })
  const events = rows.slice(0, limit).map(eventView)
  const last = events.at(-1)?.position ?? 0
  const hasMore = rows.length > limit
  return { events, position: hasMore ? last : Math.max(position, last), more: hasMore }
}

export function listEvents(
  context: Context,
  { topics, after, ledger, limit }: EventsQuery,
): Promise<EventsReply> {
  return readEvents(context, topics, { after, ledger }, limit)
}
