import { type SQL, sql } from 'drizzle-orm'
import { maxUnsoldPerArtist } from '#contract/limits/treasury.ts'

/**
 * Whether an artist has reached the limit of works reserved for buyers or minted and unsold; the marketplace then mints no more of
 * them for now. `issuer` is an SQL expression.
 */
export const hasReachedUnsoldLimit = (issuer: SQL) => sql`((
  select count(*) from demand_items minted
  where minted.issuer = ${issuer} and minted.token_id is not null and minted.state in ('draft', 'for_sale')
) + (
  select count(*) from reservations open join demand_items held on held.id = open.item_id
  where open.state in ('reserved', 'offered', 'cancelling')
    and held.issuer = ${issuer} and held.token_id is null and held.state in ('draft', 'for_sale')
) + (
  select count(*) from reservations open join collections drawn on drawn.id = open.collection_id
  where open.state = 'reserved' and open.draw_number is not null and open.item_id is null and drawn.issuer = ${issuer}
) >= ${maxUnsoldPerArtist})`
