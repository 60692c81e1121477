import { getTableColumns, sql } from 'drizzle-orm'
import { history } from '#db/schema/history.ts'
import { rippleEpochSeconds } from '#worker/contract/ledger.ts'

/** An offer that expires sooner was made for one sale: they last 15 minutes (docs/money.md, 5). */
const stepMinutes = 20

/** Whether an event is an offer that was made for a sale, and was taken by it. */
const step = sql<boolean>`(${history.type} in ('buy_offer', 'sell_offer') and exists (select 1 from offers o
  where o.id = ${history.offerId} and o.state = 'accepted'
    and to_timestamp(o.expiration + ${rippleEpochSeconds}) <= ${history.closedAt} + make_interval(mins => ${stepMinutes})))`

/** An event with whether it is a step of a sale. */
export const eventColumns = { ...getTableColumns(history), step }
