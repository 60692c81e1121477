import { getTableColumns, sql } from 'drizzle-orm'
import { history } from '#db/schema/history.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'

/** An offer that expires sooner was made for one sale, because such offers last 15 minutes (docs/money.md, 5). */
const stepMinutes = 20
/** The shortest time between two ledgers. For a cancelled offer we have only the ledger in which it was made, not the time. */
const ledgerSeconds = 3

const madeAt = sql`${history.closedAt} - case when ${history.type} = 'offer_cancelled'
  then make_interval(secs => (o.ended_ledger - o.created_ledger) * ${ledgerSeconds}) else interval '0' end`

/**
 * True if an event is about an offer that was made for a sale and has ended: the sale used it, or the sale failed and it was
 * cancelled.
 */
const step = sql<boolean>`(${history.type} in ('buy_offer', 'sell_offer', 'offer_cancelled') and exists (select 1 from offers o
  where o.id = ${history.offerId} and (o.state = 'accepted' or o.state = 'cancelled' and o.destination is not null)
    and to_timestamp(o.expiration + ${rippleEpochSeconds}) <= ${madeAt} + make_interval(mins => ${stepMinutes})))`

/** An event with whether it is a step of a sale. */
export const eventColumns = { ...getTableColumns(history), step }
