import { type SQL, sql } from 'drizzle-orm'

/** Works of one artist that the marketplace holds unsold at the most: each locks a part of its reserve. */
export const mostUnsold = 100

/**
 * Whether the marketplace mints no more works of an artist before some of those that it minted for buyers who did not pay
 * are sold (flows.md 6, caps for each artist). What is in a wallet to be paid does not count. `issuer` is an SQL expression.
 */
export const atUnsoldCap = (issuer: SQL) => sql`((
  select count(*) from demand_items m
  where m.issuer = ${issuer} and m.state in ('draft', 'for_sale') and m.token_id is not null
    and not exists (select 1 from reservations r where r.item_id = m.id and r.state in ('reserved', 'offered', 'cancelling'))
) >= ${mostUnsold})`
