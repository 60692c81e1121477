import { type SQL, sql } from 'drizzle-orm'

/** Returns the numeric value of an amount: drops, or units of an issued currency. `amount` is a jsonb expression. */
export function toNumeric(amount: SQL): SQL {
  return sql`(case jsonb_typeof(${amount}) when 'string' then ${amount} #>> '{}'
    else ${amount} ->> 'value' end)::numeric`
}

export function inSameCurrency(a: SQL, b: SQL): SQL {
  return sql`(${a} ->> 'currency' is not distinct from ${b} ->> 'currency'
    and ${a} ->> 'issuer' is not distinct from ${b} ->> 'issuer')`
}

/**
 * True if a bid reaches the start price of an auction, in its currency, after the 1 % fee. In XRP the fee is a whole
 * number of drops and at least one drop; in issued currencies it is rounded down to 15 significant digits
 * (docs/money.md, 4, `bidLessFee`).
 */
export function reachesStart(bid: SQL, start: SQL): SQL {
  const value = toNumeric(bid)
  const share = sql`(${value} / 100)`
  return sql`(${inSameCurrency(bid, start)} and ${value} > 0 and ${value} - case jsonb_typeof(${bid})
    when 'string' then greatest(1, floor${share})
    else trunc(${share}, 14 - floor(log${share})::int) end >= ${toNumeric(start)})`
}
