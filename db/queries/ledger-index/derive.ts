import { and, eq, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import { accountFunds } from '#db/schema/accounts.ts'
import { nfts } from '#db/schema/tokens.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { refreshDayFloors } from './collection-days.ts'
import { toRecordset } from '#db/sql/insert-rows.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { issuedJoins, issuedProblem } from './issued-problem.ts'
import { parseRows } from '#db/sql/rows.ts'
import { unlistedPurposes } from '#db/schema/sell-purposes.ts'
import { markTokensChanged } from './statistics.ts'

export interface Reserves {
  baseDrops: bigint
  ownerDrops: bigint
}

type FundsRow = typeof accountFunds.$inferInsert

/** An account's balance and owner count, from the row being written. */
export const givenFunds = {
  balanceDrops: sql`excluded.balance_drops`,
  ownerCount: sql`excluded.owner_count`,
  stateLedger: sql`excluded.state_ledger`,
  statePosition: sql`excluded.state_position`,
}

/**
 * Stores the XRP of accounts after transactions. Only bidders are stored: accounts that already have a row, and
 * `newBidders`. Returns the accounts for which the given state was newer than the stored one.
 */
export async function writeFunds(tx: Executor, rows: FundsRow[], newBidders: Set<string>): Promise<string[]> {
  const values = toRecordset(accountFunds, rows)
  if (values === null) return []
  const { names, from } = values
  const result = await tx.execute(sql`
    insert into account_funds (${names}) select ${names} from ${from}
    where r.account = any(${sql.param([...newBidders])}::text[])
      or exists (select 1 from account_funds followed where followed.account = r.account)
    on conflict (account) do update set balance_drops = excluded.balance_drops, owner_count = excluded.owner_count,
      state_ledger = excluded.state_ledger, state_position = excluded.state_position
    where (excluded.state_ledger, excluded.state_position) > (account_funds.state_ledger, account_funds.state_position)
    returning account`)
  return parseRows(v.object({ account: v.string() }), result).map((row) => row.account)
}

export interface OfferScope {
  /** Tokens whose owner or offers have changed. */
  nftIds: string[]
  /** Accounts whose funds have changed. */
  accounts: string[]
  /**
   * Close time of the ledger, in seconds since the Ripple epoch. Offers that expire at exactly this time are included.
   */
  closeTime: number
  reserves: Reserves
  marketplace: string
}

/**
 * Determines for every open offer in scope why it cannot be accepted, by the ledger's rules. An offer has expired if
 * its expiration is at or before the close time. A seller must own the token, and a buyer must not. An XRP bid is
 * funded if the balance above the reserve covers it; for issued currencies see `issuedProblem`. A sale through the
 * marketplace needs a buy offer, which an owner may disallow, and which only the issuer can make for a token that is
 * not transferable. Returns the affected tokens.
 */
export async function refreshOffers(tx: Executor, scope: OfferScope): Promise<string[]> {
  const { nftIds, accounts, closeTime, reserves, marketplace } = scope
  const updateResult = await tx.execute(sql`
    with scope as (
      select o.id from unnest(${sql.param(nftIds)}::text[]) as given(id) join offers o on o.nft_id = given.id and o.state = 'open'
      union
      select o.id from unnest(${sql.param(accounts)}::text[]) as given(id) join offers o on o.owner = given.id and o.state = 'open'
      where not o.is_sell
      union
      select id from offers
      where state = 'open' and expiration is not null and problem is distinct from 'expired' and expiration <= ${closeTime}
    ), judged as (
      select o.id, case
        when o.expiration is not null and o.expiration <= ${closeTime} then 'expired'
        when o.is_sell and (n.burned or o.owner <> n.owner) then 'seller_not_owner'
        when o.is_sell and o.destination = ${marketplace} and n.flags & ${nftokenFlags.transferable} = 0 then 'not_transferable'
        when o.is_sell and o.destination = ${marketplace} and s.refuses_offers then 'seller_refuses_offers'
        when not o.is_sell and o.owner = n.owner then 'buyer_owns_it'
        when not o.is_sell and o.amount_drops is not null and f.account is not null and f.balance_drops
          - (${reserves.baseDrops.toString()}::numeric + ${reserves.ownerDrops.toString()}::numeric * f.owner_count) < o.amount_drops
          then 'buyer_unfunded'
        when o.amount_drops is null then ${issuedProblem}
      end as problem
      from scope
      join offers o on o.id = scope.id
      left join nfts n on n.id = o.nft_id
      left join account_funds f on f.account = o.owner
      left join account_settings s on s.account = o.owner and s.known
      ${issuedJoins}
    )
    update offers o set problem = judged.problem
    from judged where o.id = judged.id and o.problem is distinct from judged.problem
    returning o.nft_id`)
  return parseRows(v.object({ nft_id: v.string() }), updateResult).map((row) => row.nft_id)
}

/**
 * True if the owner signed the offer to accept a bid or to open an auction. The marketplace uses it for that purpose
 * only, so it is never a listing. The expiration, which the sign request set, identifies the offer.
 */
export const madeForPurpose = sql`exists (
  select 1 from sign_requests r
  where r.account = offers.owner and offers.is_sell and r.purpose in (${sql.raw(unlistedPurposes)})
    and r.txjson->>'NFTokenID' = offers.nft_id and (r.txjson->>'Expiration')::bigint = offers.expiration)`

/** Recomputes the price and the main listing of tokens. Returns the tokens that changed. */
export async function writePrices(
  tx: Executor,
  { marketplace, minimumDrops }: MarketRules,
  nftIds: string[],
): Promise<string[]> {
  const priceResult = await tx.execute(sql`
    update nfts n set price_drops = l.amount_drops, main_offer_id = l.id, listed_ledger = l.created_ledger,
      metadata_due_at = coalesce(n.metadata_due_at, now())
    from (
      select t.id as nft_id, m.* from nfts t left join lateral (
        select offers.id, amount_drops, created_ledger from offers
        where nft_id = t.id and state = 'open' and is_sell and problem is null
          and ((destination = ${marketplace} and amount_drops >= ${minimumDrops.toString()}::numeric)
            or (destination is null and amount_drops > 0))
          and not exists (select 1 from auctions a where a.offer_id = offers.id)
          and not ${madeForPurpose}
        order by amount_drops + case when destination is null then 0 else greatest(1, floor(amount_drops / 100)) end, offers.id
        limit 1
      ) m on true
      where t.id in (select unnest(${sql.param(nftIds)}::text[]))
    ) l
    where n.id = l.nft_id and (n.price_drops, n.main_offer_id, n.listed_ledger)
      is distinct from (l.amount_drops, l.id, l.created_ledger)
    returning n.id`)
  return parseRows(v.object({ id: v.string() }), priceResult).map(({ id }) => id)
}

/** Recomputes listings and marks the statistics of their collections as due. Returns the number of changed tokens. */
export async function refreshListings(tx: Executor, rules: MarketRules, nftIds: string[]): Promise<number> {
  if (nftIds.length === 0) return 0
  const pricedIds = await writePrices(tx, rules, nftIds)
  await refreshDayFloors(tx, pricedIds)
  await markTokensChanged(tx, nftIds)
  return pricedIds.length
}

/** Removes the offer of a running auction from the listings. */
export async function removeListing(tx: Executor, nftId: string, offerId: string) {
  const unlistedRows = await tx
    .update(nfts)
    .set({ priceDrops: null, mainOfferId: null, listedLedger: null })
    .where(and(eq(nfts.id, nftId), eq(nfts.mainOfferId, offerId)))
    .returning({ id: nfts.id })
  await refreshDayFloors(
    tx,
    unlistedRows.map(({ id }) => id),
  )
}
