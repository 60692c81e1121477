import { sql } from 'drizzle-orm'
import { ledgerTime } from '#db/sql/ledger-time.ts'

/** Number of positions of an epoch `e` that may still be free after all waiting draws. */
export const freeCount = sql`(e.count
  - (select count(*) from draws d where d.collection_id = e.collection_id and d.epoch = e.number and (
      d.state in ('waiting', 'anchored', 'sold') or (d.position is not null and d.hold_until > ${ledgerTime})))
  - (select count(*) from draw_withdrawals w where w.collection_id = e.collection_id and w.epoch = e.number))`

/** Selects the epochs to draw from, as `collection_id`, `number`, `price_drops`, `currency` and `free`. */
export const openEpochs = sql`select e.collection_id, e.number, e.price_drops, e.currency, ${freeCount} as free
  from draw_epochs e where e.state = 'open'`
