import { type SQL, sql } from 'drizzle-orm'
import { maxUnsoldPerArtist } from '#worker/contract/treasury-limits.ts'

/**
 * Whether the marketplace mints no more works of an artist for now: as many are reserved for buyers, or lie minted and
 * unsold with it, as one artist may have. `issuer` is an SQL expression.
 */
export const atUnsoldCap = (issuer: SQL) => sql`((
  select count(*) from demand_items m
  where m.issuer = ${issuer} and m.state in ('draft', 'for_sale') and (m.token_id is not null
    or exists (select 1 from reservations r where r.item_id = m.id and r.state in ('reserved', 'offered', 'cancelling')))
) >= ${maxUnsoldPerArtist})`
