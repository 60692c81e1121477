import { eq, sql } from 'drizzle-orm'
import type { Reader } from '#db/executor.ts'
import { history } from '#db/schema/history.ts'
import { nfts } from '#db/schema/tokens.ts'
import { HistoryType } from '#contract/schemas/nfts.ts'
import { eventColumns } from '#db/sql/history-step.ts'
import type { Identity } from '#db/sql/identity.ts'
import { type KeysetPage, pageOf } from '#db/sql/keyset.ts'
import { peopleAmong } from '#db/queries/people/people.ts'

/** The last event of a page. */
export interface HistoryPosition {
  ledgerIndex: number
  position: number
  nftId: string
  type: string
  offerId: string
}

const historyOrder = [history.ledgerIndex, history.position, history.nftId, history.type, history.offerId]
const key = sql.join(historyOrder, sql`, `)
/** As in the index, so that it can be read in this order. */
const newestFirst = sql.join(
  historyOrder.map((column) => sql`${column} desc nulls last`),
  sql`, `,
)

/**
 * Lists the events of a collection, newest first. Reads each event type separately through its index, because finding
 * rare events among many others would require reading all of them.
 */
export function queryCollectionHistory(
  db: Reader,
  { issuer, taxon }: Identity,
  page: KeysetPage<HistoryPosition>,
  types: readonly HistoryType[] = HistoryType.options,
) {
  const { where, orderBy, limit, offset } = pageOf(historyOrder, true, page, (after) => [
    after.ledgerIndex,
    after.position,
    after.nftId,
    after.type,
    after.offerId,
  ])
  const start = where ?? sql`true`
  const newest = types.map(
    (
      type,
    ) => sql`(select ${key} from history where ${history.issuer} = ${issuer} and ${history.taxon} = ${taxon} and ${history.type} = ${type} and ${start}
      order by ${newestFirst} limit ${limit + offset})`,
  )
  const pageRows = sql`(select * from (${sql.join(newest, sql` union all `)}) history order by ${newestFirst} limit ${limit} offset ${offset}) page`
  return db
    .select({
      event: eventColumns,
      name: nfts.name,
      sequence: nfts.sequence,
      metadata: nfts.metadata,
      people: peopleAmong(sql`history.seller, history.buyer`),
    })
    .from(history)
    .innerJoin(
      pageRows,
      sql`(${key}) = (page.ledger_index, page.position, page.nft_id, page.type, page.offer_id)`,
    )
    .leftJoin(nfts, eq(nfts.id, history.nftId))
    .orderBy(...orderBy)
}
