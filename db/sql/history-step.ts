import { getTableColumns, sql } from 'drizzle-orm'
import { history } from '#db/schema/history.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'

/**
 * An offer that expires within this time was made for one sale, because these offers last 15 minutes (docs/money.md,
 * 5).
 */
const stepMinutes = 20
/**
 * The shortest interval between two ledgers. For a cancelled offer, only the ledger of its creation is known, not the
 * time.
 */
const ledgerSeconds = 3

const madeAt = sql`${history.closedAt} - case when ${history.type} = 'offer_cancelled'
  then make_interval(secs => (o.ended_ledger - o.created_ledger) * ${ledgerSeconds}) else interval '0' end`

/**
 * True if an event belongs to an ended offer that was made for a sale: the offer was used, or it was cancelled because
 * the sale failed.
 */
const step = sql<boolean>`(${history.type} in ('buy_offer', 'sell_offer', 'offer_cancelled')
  and exists (select 1 from offers o where o.id = ${history.offerId}
    and (o.state = 'accepted' or o.state = 'cancelled' and o.destination is not null)
    and to_timestamp(o.expiration + ${rippleEpochSeconds}) <= ${madeAt} + make_interval(mins => ${stepMinutes})))`

/** Columns of an event, including whether it is a step of a sale. */
export const eventColumns = { ...getTableColumns(history), step }
