import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Executor } from '#db/executor.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { isBarred } from '#db/sql/barred-bids.ts'
import { toNumeric } from '#db/sql/bid-worth.ts'
import type { MarketRules } from '#db/sql/market-rules.ts'
import { arrayLiteral } from '#db/sql/insert-rows.ts'
import { parseRows } from '#db/sql/rows.ts'
import { opensAuction } from '#db/schema/sell-purposes.ts'

/** An offer and the time of its event. The facts describe the state before it. */
export interface OfferQuestion {
  nftId: string
  offerId: string
  owner: string
  isSell: boolean
  ledgerIndex: number
  position: number
  /** Close time of the ledger, in seconds since the Ripple epoch. */
  closeTime: number
  expiration: number | null
  amount: Amount
  /**
   * The event of the offer: it was created, ended without a sale, or sold the work. Facts that the case does not need are
   * null or empty.
   */
  step: 'made' | 'ended' | 'sold'
  /** Bids for the work that were unfunded at some time in the range. They are included whatever their current state. */
  unsteady: string[]
}

// Checks only the structure, because amounts are validated when they are read from the ledger.
const StoredAmount = v.union([
  v.string(),
  v.object({ currency: v.string(), issuer: v.string(), value: v.string() }),
])

const StandingOffer = v.object({
  id: v.string(),
  owner: v.string(),
  amount: StoredAmount,
  destination: v.nullable(v.string()),
  expiration: v.nullable(v.number()),
})
export type StandingOffer = v.InferOutput<typeof StandingOffer>

const ExtendableAuction = v.object({
  id: v.string(),
  seller: v.string(),
  startAmount: StoredAmount,
  endsAt: v.pipe(v.string(), v.transform(Date.parse)),
  latestEnd: v.pipe(v.string(), v.transform(Date.parse)),
  barredBids: v.array(v.string()),
})
/**
 * A running auction that late bids extend; times are in milliseconds. `barredBids` are higher bids that never count.
 */
export type ExtendableAuction = v.InferOutput<typeof ExtendableAuction>

/** The state before an offer's event. Never uses information from later ledgers. */
export interface OfferFacts {
  holder: string | null
  /** True if the owner signed the offer to put the work up for auction. */
  isAuction: boolean
  /** Time of the offer's creation, in seconds since the Ripple epoch; null if it was before the index began. */
  madeAt: number | null
  /** Other sell offers of the same owner for the work, newest first. */
  listings: StandingOffer[]
  /**
   * The highest funded bids of other accounts in the offer's currency, including those in `unsteady`, highest first.
   */
  bids: StandingOffer[]
  /** The auction that a sufficiently high new bid would extend; null if there is none. */
  extendable: ExtendableAuction | null
}

/**
 * Number of bids that are read for each new bid. Bids that ended earlier in the same ledger are excluded afterwards.
 */
export const topBids = 8

/** Offers `o` for the work of question `q` that existed before the question's ledger. */
const openBids = sql`(
  select * from offers where nft_id = q.nft_id and state = 'open' and created_ledger < q.ledger_index
  union all
  select * from offers where ended_ledger >= q.ledger_index and state <> 'open' and nft_id = q.nft_id and created_ledger < q.ledger_index
) o`

const asJson = sql`json_build_object('id', o.id, 'owner', o.owner, 'amount', o.amount, 'destination', o.destination, 'expiration', o.expiration)`
const isUnexpired = sql`(o.expiration is null or o.expiration > q.close_time)`
const before = (h: string) =>
  sql`(${sql.raw(h)}.ledger_index, ${sql.raw(h)}.position) < (q.ledger_index, q.position)`

/**
 * The owner of a work before a transaction, according to its events. Without events, it is derived from the index at
 * the time of the offer and from later transfers.
 */
const holder = sql`coalesce(
  (select h.buyer from history h where h.nft_id = q.nft_id and h.type in ('sale', 'transfer') and ${before('h')}
    order by h.ledger_index desc, h.position desc limit 1),
  (select first.buyer from (select h.type, h.buyer, h.ledger_index, h.position from history h where h.nft_id = q.nft_id
      order by h.ledger_index, h.position, h.type limit 1) first where first.type = 'mint' and ${before('first')}),
  (select n.owner from nfts n where n.id = q.nft_id and (n.state_ledger, n.state_position) < (q.ledger_index, q.position)),
  (select h.seller from history h where h.nft_id = q.nft_id and h.type in ('sale', 'transfer') and not ${before('h')}
    order by h.ledger_index, h.position limit 1),
  (select n.owner from nfts n where n.id = q.nft_id))`

const FactsRow = v.object({
  place: v.string(),
  holder: v.nullable(v.string()),
  auction: v.boolean(),
  made_at: v.nullable(v.string()),
  listings: v.nullable(v.array(StandingOffer)),
  bids: v.nullable(v.array(StandingOffer)),
  extendable: v.nullable(ExtendableAuction),
})

const noFacts: OfferFacts = {
  holder: null,
  isAuction: false,
  madeAt: null,
  listings: [],
  bids: [],
  extendable: null,
}

/** Selects the auction that the bid of question `q` may extend. */
const extendableAuction = (rules: MarketRules) => sql`(
  select json_build_object('id', a.offer_id, 'seller', a.seller, 'startAmount', a.start_amount, 'endsAt', a.ends_at,
    'latestEnd', a.latest_end, 'barredBids', array(select higher.id from (
        select o.* from ${openBids} where not o.is_sell and o.destination = ${rules.marketplace} and o.funded
          and ${toNumeric(sql`o.amount`)} >= ${toNumeric(sql`bid.amount`)}
        order by ${toNumeric(sql`o.amount`)} desc, o.created_ledger, o.id limit ${topBids}) higher
      where ${isBarred(rules, 'higher')}))
  from auctions a join offers bid on bid.id = q.offer_id and bid.destination = ${rules.marketplace} and bid.owner <> a.seller
    and (bid.amount_drops is not null or bid.problem is null)
    and (bid.expiration is null or to_timestamp(bid.expiration + ${rippleEpochSeconds}::bigint) > a.ends_at)
  where a.nft_id = q.nft_id and a.state = 'running' and a.latest_end is not null and not ${isBarred(rules, 'bid')})`

/**
 * Returns the facts about each offer, in the order of the questions. Offers without facts have no row in the result
 * (`offset 0` makes Postgres evaluate the subquery once).
 */
export async function readOfferFacts(
  tx: Executor,
  rules: MarketRules,
  questions: OfferQuestion[],
): Promise<OfferFacts[]> {
  if (questions.length === 0) return []
  const column = (values: unknown[]) => sql`${arrayLiteral(values)}`
  const of = (key: keyof OfferQuestion) => column(questions.map((question) => question[key]))
  const issuedPart = (key: 'currency' | 'issuer') =>
    column(questions.map(({ amount }) => (isDrops(amount) ? null : amount[key])))
  const unsteady = column(questions.map((question) => arrayLiteral(question.unsteady)))
  const result = await tx.execute(sql`
    select * from (
      select q.place, case when q.step = 'ended' or not q.is_sell then ${holder} end as holder,
        q.is_sell and (exists (select 1 from auctions a where a.offer_id = q.offer_id)
          or exists (select 1 from sign_requests r where r.account = q.owner and ${opensAuction}
            and r.txjson->>'NFTokenID' = q.nft_id and (r.txjson->>'Expiration')::bigint = q.expiration)) as auction,
        case when q.step = 'ended' then (select extract(epoch from min(h.closed_at))::bigint - ${rippleEpochSeconds} from history h
          where h.nft_id = q.nft_id and h.offer_id = q.offer_id and h.type in ('sell_offer', 'buy_offer')) end as made_at,
        (select json_agg(${asJson} order by o.created_ledger desc, o.id desc) from ${openBids}
          where q.is_sell and q.step <> 'sold' and o.is_sell and o.owner = q.owner and o.id <> q.offer_id and ${isUnexpired}) as listings,
        (select json_agg(${asJson} order by o.worth desc, o.created_ledger, o.id) from (
          select o.*, ${toNumeric(sql`o.amount`)} as worth from ${openBids}
          where not q.is_sell and q.step = 'made' and not o.is_sell and o.owner <> q.owner and (o.funded or o.id = any(q.unsteady::text[])) and ${isUnexpired}
            and o.amount ->> 'currency' is not distinct from q.currency and o.amount ->> 'issuer' is not distinct from q.issuer
          order by worth desc, o.created_ledger, o.id limit ${topBids} + cardinality(q.unsteady::text[])) o) as bids,
        case when not q.is_sell and q.step = 'made' then ${extendableAuction(rules)} end as extendable
      from unnest(${of('nftId')}::text[], ${of('offerId')}::text[], ${of('owner')}::text[], ${of('isSell')}::boolean[],
        ${of('ledgerIndex')}::bigint[], ${of('position')}::int[], ${of('closeTime')}::bigint[], ${of('expiration')}::bigint[],
        ${issuedPart('currency')}::text[], ${issuedPart('issuer')}::text[], ${of('step')}::text[], ${unsteady}::text[]) with ordinality
        as q(nft_id, offer_id, owner, is_sell, ledger_index, position, close_time, expiration, currency, issuer, step, unsteady, place)
      offset 0
    ) facts where auction or holder is not null or made_at is not null or listings is not null or bids is not null
      or extendable is not null`)
  const rows = parseRows(FactsRow, result)
  const byId = new Map(
    rows.map(({ place, holder, auction, made_at, listings, bids, extendable }) => [
      Number(place),
      {
        holder,
        isAuction: auction,
        madeAt: made_at === null ? null : Number(made_at),
        listings: listings ?? [],
        bids: bids ?? [],
        extendable,
      },
    ]),
  )
  return questions.map((_, index) => byId.get(index + 1) ?? noFacts)
}

/** Range of an account's balance above its reserve during these ledgers. */
export interface Spendable {
  account: string
  least: bigint
  most: bigint
}

export interface FundedBid extends StandingOffer {
  nftId: string
  amountDrops: bigint
  createdLedger: number
  /** The ledger in which the bid ended; null while it is open. */
  endedLedger: number | null
  /** The funding state as recorded at that time. */
  funded: boolean
}

const FundedBidRow = v.object({
  ...StandingOffer.entries,
  expiration: v.nullable(v.string()),
  nft_id: v.string(),
  amount_drops: v.string(),
  created_ledger: v.string(),
  ended_ledger: v.nullable(v.string()),
  funded: v.boolean(),
})

/**
 * Reads XRP bids of these accounts that were still open at `from` and whose funding may depend on the change of the
 * balance.
 */
export async function readFundedBids(
  tx: Executor,
  from: number,
  accounts: Spendable[],
): Promise<FundedBid[]> {
  if (accounts.length === 0) return []
  const records = accounts.map(({ account, least: leastDrops, most: mostDrops }) => ({
    account,
    least: leastDrops.toString(),
    most: mostDrops.toString(),
  }))
  const mayChange = sql`not o.is_sell and o.amount_drops is not null
    and case when o.funded then o.amount_drops > q.least else o.amount_drops <= q.most end`
  const result = await tx.execute(sql`
    with q as materialized (
      select * from json_to_recordset(${JSON.stringify(records)}::json) as s(account text, least numeric, most numeric)
    )
    select o.id, o.nft_id, o.owner, o.amount, o.amount_drops, o.destination, o.expiration, o.created_ledger, null as ended_ledger, o.funded
    from q join offers o on o.owner = q.account and o.state = 'open' where ${mayChange}
    union all
    select o.id, o.nft_id, o.owner, o.amount, o.amount_drops, o.destination, o.expiration, o.created_ledger, o.ended_ledger, o.funded
    from offers o join q on o.owner = q.account where o.ended_ledger > ${from} and o.state <> 'open' and ${mayChange}
    order by id`)
  return parseRows(FundedBidRow, result).map((row) => ({
    id: row.id,
    nftId: row.nft_id,
    owner: row.owner,
    amount: row.amount,
    amountDrops: BigInt(row.amount_drops),
    destination: row.destination,
    expiration: row.expiration === null ? null : Number(row.expiration),
    createdLedger: Number(row.created_ledger),
    endedLedger: row.ended_ledger === null ? null : Number(row.ended_ledger),
    funded: row.funded,
  }))
}

/** Stores which bids are funded. */
export async function writeFunded(tx: Executor, bids: { id: string; funded: boolean }[]): Promise<void> {
  if (bids.length === 0) return
  await tx.execute(sql`
    update offers o set funded = given.funded
    from json_to_recordset(${JSON.stringify(bids)}::json) as given(id text, funded boolean) where o.id = given.id`)
}

/** Returns the owners of works before transactions, in the order of the questions. */
export async function readHolders(
  tx: Executor,
  questions: Pick<OfferQuestion, 'nftId' | 'ledgerIndex' | 'position'>[],
): Promise<(string | null)[]> {
  if (questions.length === 0) return []
  const records = questions.map(({ nftId, ledgerIndex, position }, place) => ({
    place,
    nft_id: nftId,
    ledger_index: ledgerIndex,
    position,
  }))
  const result = await tx.execute(sql`
    select ${holder} as holder from json_to_recordset(${JSON.stringify(records)}::json)
      as q(place int, nft_id text, ledger_index bigint, position int) order by q.place`)
  return parseRows(v.object({ holder: v.nullable(v.string()) }), result).map((row) => row.holder)
}
