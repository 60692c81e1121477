import { sql } from 'drizzle-orm'
import { nftokenFlags } from '#contract/rules/ledger.ts'

/**
 * Joins for `issuedProblem` with an offer `o` on token `n`: the currency's issuer (`i`), the maker's trust line (`l`)
 * and the trust line of the royalty receiver (`r`). Each is null until it has been read.
 */
export const issuedJoins = sql`
  left join account_settings i on i.account = o.amount->>'issuer' and i.known
  left join trust_lines l on l.account = o.owner and l.issuer = o.amount->>'issuer'
    and l.currency = o.amount->>'currency' and l.known
  left join trust_lines r on r.account = n.issuer and r.issuer = o.amount->>'issuer'
    and r.currency = o.amount->>'currency' and r.known and n.transfer_fee > 0 and n.flags & ${nftokenFlags.trustLine} = 0`

/**
 * Parts of the price: the royalty of the token's issuer, and what the payer needs, including the currency's transfer
 * fee on both.
 */
const price = sql`(o.amount->>'value')::numeric`
const royalty = sql`case when n.issuer in (o.owner, n.owner) then 0 else ${price} * n.transfer_fee / 100000 end`
const rate = sql`i.transfer_rate / 1000000000.0`
const requiredAmount = sql`((${price} - ${royalty}) * case when n.owner = i.account then 1 else ${rate} end
  + ${royalty} * case when n.issuer = i.account then 1 else ${rate} end)`

const royaltyProblem = sql`case
  when r.account is null then null
  when not r.present then 'royalty_no_line'
  when r.deep_frozen then 'frozen'
  when i.require_auth and not r.authorised then 'not_authorised'
end`

/**
 * Reason why the ledger would reject an offer in an issued currency; null if it would accept the offer, or if that is
 * unknown yet. An issuer always has its own currency. Source: XLS-20, fixEnforceNFTokenTrustlineV2, XLS-77 (deep
 * freeze).
 */
export const issuedProblem = sql`case
  when i.account is null then null
  when o.owner = i.account or l.account is null then ${royaltyProblem}
  when not l.present and (not o.is_sell or i.require_auth) then 'no_line'
  when l.deep_frozen or (not o.is_sell and (i.global_freeze or l.frozen)) then 'frozen'
  when i.require_auth and not l.authorised then 'not_authorised'
  when not o.is_sell and l.balance < ${requiredAmount} then 'buyer_unfunded'
  else ${royaltyProblem}
end`
