import { sql } from 'drizzle-orm'
import type { Executor } from '#db/executor.ts'
import type { Amount } from '#worker/contract/amount-schemas.ts'
import { rippleEpochSeconds } from '#worker/contract/ledger.ts'
import { worth } from './bid-worth.ts'
import { rowsOf } from './rows.ts'

/** What an offer was, and when, to find out what stood before it. */
export interface OfferQuestion {
  nftId: string
  offerId: string
  owner: string
  isSell: boolean
  ledgerIndex: number
  position: number
  /** Ripple epoch: of the ledger. */
  closeTime: number
  expiration: number | null
  amount: Amount
}

export interface StandingOffer {
  id: string
  owner: string
  amount: Amount
  destination: string | null
  expiration: number | null
}

/** The state before an offer, from what was on the ledger then: never from what is known of later ledgers. */
export interface OfferFacts {
  holder: string | null
  /** Signed to put the work on auction. */
  isAuction: boolean
  /** When it was made, Ripple epoch; null when that was before the index began. */
  madeAt: number | null
  /** Other sell offers of its owner for the work, latest first. */
  listings: StandingOffer[]
  /** The highest funded bids of others in its currency. */
  bids: StandingOffer[]
}

/** Bids that are read for each new one: what ended earlier in the same ledger is left out afterwards. */
const topBids = 8

/** Offers `o` for the work of question `q` that were on the ledger when its ledger began. */
const standing = sql`(
  select * from offers where nft_id = q.nft_id and state = 'open' and created_ledger < q.ledger_index
  union all
  select * from offers where ended_ledger >= q.ledger_index and state <> 'open' and nft_id = q.nft_id and created_ledger < q.ledger_index
) o`

const asJson = sql`json_build_object('id', o.id, 'owner', o.owner, 'amount', o.amount, 'destination', o.destination, 'expiration', o.expiration)`
const unexpired = sql`(o.expiration is null or o.expiration > q.close_time)`
const before = (h: string) =>
  sql`(${sql.raw(h)}.ledger_index, ${sql.raw(h)}.position) < (q.ledger_index, q.position)`

/**
 * Who held a work before a transaction. Its events tell; without one, the index as it was given the work, and then who gave it away
 * later.
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

/** The facts about each offer, in the order of the questions. */
export async function readOfferFacts(tx: Executor, questions: OfferQuestion[]): Promise<OfferFacts[]> {
  if (questions.length === 0) return []
  const records = questions.map((one, place) => ({
    place,
    nft_id: one.nftId,
    offer_id: one.offerId,
    owner: one.owner,
    is_sell: one.isSell,
    ledger_index: one.ledgerIndex,
    position: one.position,
    close_time: one.closeTime,
    expiration: one.expiration,
    amount: one.amount,
  }))
  const result = await tx.execute(sql`
    select ${holder} as holder,
      q.is_sell and (exists (select 1 from auctions a where a.offer_id = q.offer_id)
        or exists (select 1 from sign_requests r where r.account = q.owner and r.purpose = 'run_auction'
          and r.txjson->>'NFTokenID' = q.nft_id and (r.txjson->>'Expiration')::bigint = q.expiration)) as auction,
      (select extract(epoch from min(h.closed_at))::bigint - ${rippleEpochSeconds} from history h
        where h.nft_id = q.nft_id and h.offer_id = q.offer_id and h.type in ('sell_offer', 'buy_offer')) as made_at,
      (select coalesce(json_agg(${asJson} order by o.created_ledger desc, o.id desc), '[]') from ${standing}
        where q.is_sell and o.is_sell and o.owner = q.owner and o.id <> q.offer_id and ${unexpired}) as listings,
      (select coalesce(json_agg(${asJson} order by o.worth desc, o.created_ledger, o.id), '[]') from (
        select o.*, ${worth(sql`o.amount`)} as worth from ${standing}
        where not q.is_sell and not o.is_sell and o.owner <> q.owner and o.funded and ${unexpired}
          and o.amount ->> 'currency' is not distinct from q.amount ->> 'currency'
          and o.amount ->> 'issuer' is not distinct from q.amount ->> 'issuer'
        order by worth desc, o.created_ledger, o.id limit ${topBids}) o) as bids
    from json_to_recordset(${JSON.stringify(records)}::json) as q(place int, nft_id text, offer_id text, owner text,
      is_sell boolean, ledger_index bigint, position int, close_time bigint, expiration bigint, amount jsonb)
    order by q.place`)
  return rowsOf<{
    holder: string | null
    auction: boolean
    made_at: string | null
    listings: StandingOffer[]
    bids: StandingOffer[]
  }>(result).map(({ auction, made_at: madeAt, ...row }) => ({
    ...row,
    isAuction: auction,
    madeAt: madeAt === null ? null : Number(madeAt),
  }))
}

export interface BidChange extends StandingOffer {
  nftId: string
  createdLedger: number
  funded: boolean
  holder: string | null
}

/**
 * Notes which bids in XRP their bidders can pay after a ledger, from what each of these accounts has above its reserve then. Returns
 * the bids for which that has changed.
 */
export async function noteFunded(
  tx: Executor,
  at: { ledgerIndex: number; closeTime: number },
  accounts: { account: string; spendableDrops: bigint; position: number }[],
): Promise<BidChange[]> {
  if (accounts.length === 0) return []
  const records = accounts.map(({ account, spendableDrops, position }) => ({
    account,
    spendable: spendableDrops.toString(),
    position,
  }))
  const result = await tx.execute(sql`
    with q as (
      select s.*, ${at.ledgerIndex}::bigint as ledger_index
      from json_to_recordset(${JSON.stringify(records)}::json) as s(account text, spendable numeric, position int)
    ), made as (
      select o.id, q.spendable >= o.amount_drops as funded, q.position from q join offers o on o.owner = q.account and o.state = 'open'
      where not o.is_sell and o.created_ledger <= q.ledger_index
      union all
      select o.id, q.spendable >= o.amount_drops, q.position from offers o join q on o.owner = q.account
      where o.ended_ledger > ${at.ledgerIndex} and o.state <> 'open' and not o.is_sell and o.created_ledger <= ${at.ledgerIndex}
    ), changed as (
      update offers o set funded = made.funded from made
      where o.id = made.id and o.amount_drops is not null and o.funded <> made.funded
        and (o.expiration is null or o.expiration > ${at.closeTime})
      returning o.id, o.nft_id, o.owner, o.amount, o.destination, o.expiration, o.created_ledger, o.funded, made.position
    )
    select q.id, q.nft_id, q.owner, q.amount, q.destination, q.expiration, q.created_ledger, q.funded, ${holder} as holder
    from (select changed.*, ${at.ledgerIndex}::bigint as ledger_index from changed) q order by q.id`)
  return rowsOf<
    StandingOffer & { nft_id: string; created_ledger: string; funded: boolean; holder: string | null }
  >(result).map(({ nft_id: nftId, created_ledger: createdLedger, expiration, ...row }) => ({
    ...row,
    nftId,
    expiration: expiration === null ? null : Number(expiration),
    createdLedger: Number(createdLedger),
  }))
}
