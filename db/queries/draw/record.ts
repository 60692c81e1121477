import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import { AnchorEntry, Draw, DrawEpoch } from '#draw-verifier/draw-records.ts'
import { indexTime } from '#db/sql/ledger-time.ts'
import { peopleAmong } from '#db/queries/people/people.ts'
import { CleanName, parseRows } from '#db/sql/rows.ts'

/** One page of a record, below a number; null starts with the newest entry. */
interface Page {
  collectionId: string
  below: number | null
  limit: number
}

const isBelow = (column: string, below: number | null) =>
  below === null ? sql`true` : sql`${sql.raw(column)} < ${below}`

/** A draw in the public record. `reveal`, which opens the position, is null until the sale is validated. */
const DrawRecord = v.object({
  ...Draw.entries,
  people: v.nullable(
    v.array(
      v.object({
        account: v.string(),
        name: v.string(),
        avatarCid: v.string(),
        verified: v.boolean(),
      }),
    ),
  ),
})

/**
 * Shows a sale only together with the sold work. An offer has lapsed when its hold is over and the index has no sale,
 * even if its reservation is still open. So the state depends only on the ledger and ledger time.
 */
const shownState = sql`case when d.state = 'sold' and d.mint_txid is null then 'held'
  when d.state = 'held' and d.offer_txid is not null and d.hold_until <= ${indexTime} and not exists (
    select 1 from reservations r join history h on h.nft_id = r.nft_id and h.offer_id = r.offer_id and h.type = 'sale'
    where r.id = d.reservation_id) then 'lapsed'
  else d.state end`

export function queryDraws(db: Reader, { collectionId, below, limit }: Page) {
  return db.execute(sql`
    select d.number, d.epoch, d.account, d.ledger_index::int as "requestLedger", d.receipt, ${shownState} as state,
      a.txid as "anchorTxid", (a.ledger_index + 1)::int as "beaconLedger", b.hash as "beaconHash", d.seed, d.position,
      d.offer_txid as "offerTxid",
      case when d.mint_txid is not null then jsonb_build_object('salt', d.salt, 'metadataCid', d.cid, 'path', d.path,
        'nftokenID', d.nft_id, 'mintTxid', d.mint_txid, 'saleTxid', d.sold_txid) end as reveal,
      to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as date,
      case when d.mint_txid is not null then i.name end as "workName",
      case when d.mint_txid is not null then n.metadata->'image' end as "workImage",
      ${peopleAmong(sql`d.account`)} as people
    from draws d left join draw_anchors a on a.id = d.anchor_id and a.state = 'validated'
      left join draw_beacons b on b.ledger_index = a.ledger_index + 1
      left join reservations r on r.id = d.reservation_id and r.state = 'sold' left join demand_items i on i.id = r.item_id
      left join nfts n on n.id = d.nft_id
    where d.collection_id = ${collectionId} and d.receipt is not null and ${isBelow('d.number', below)}
    order by d.number desc limit ${limit}`)
}

export const drawRecords = (result: unknown) => parseRows(DrawRecord, result)

const Summary = v.object({
  name: CleanName,
  issuer: v.string(),
  taxon: v.number(),
  ledgerIndex: v.number(),
  draws: v.number(),
  sold: v.number(),
  held: v.number(),
  lapsed: v.number(),
  withheld: v.number(),
  soldOut: v.number(),
})

/** Returns the collection and the outcomes of its draws. */
export function queryDrawSummary(db: Reader, collectionId: string) {
  return db.execute(sql`
    select c.name, c.issuer, c.taxon::int as taxon, coalesce((select max(ledger_index) from ledger_cursor), 0)::int as "ledgerIndex",
      count(d.receipt)::int as draws, count(*) filter (where ${shownState} = 'sold')::int as sold,
      count(*) filter (where ${shownState} = 'held')::int as held, count(*) filter (where ${shownState} = 'lapsed')::int as lapsed,
      count(*) filter (where d.state = 'withheld')::int as withheld, count(*) filter (where d.state = 'sold_out')::int as "soldOut"
    from collections c left join draws d on d.collection_id = c.id and d.receipt is not null
    where c.id = ${collectionId} group by c.id`)
}

export const drawSummary = (result: unknown) => parseRows(Summary, result)[0] ?? null

/** Returns epochs whose commitment is validated. */
export function queryDrawEpochs(db: Reader, { collectionId, below, limit }: Page) {
  return db.execute(sql`
    select e.collection_id as collection, c.issuer, c.taxon::int as taxon, e.number as epoch, e.first_number as "firstNumber", e.count,
      e.price_drops::text as "priceDrops", e.currency, e.root, e.draw_key as "drawKey", e.tip as "chainTip", e.first_number - 1 as "chainNumber",
      e.txid as "commitmentTxid", e.ledger_index::int as "commitmentLedger"
    from draw_epochs e join collections c on c.id = e.collection_id
    where e.collection_id = ${collectionId} and e.txid is not null and ${isBelow('e.number', below)}
    order by e.number desc limit ${limit}`)
}

export const drawEpochRecords = (result: unknown) => parseRows(DrawEpoch, result)

/**
 * Lists all validated anchors since the first commitment of the collection, each with all of its entries. Omitting an
 * anchor would make it impossible to rule out hidden requests.
 */
export function queryDrawAnchors(db: Reader, { collectionId, below, limit }: Page) {
  return db.execute(sql`
    select a.txid, a.ledger_index::int as ledger, (
      select jsonb_agg(entry order by place) from (
        select place, jsonb_build_object('kind', 'request', 'collection', collection_id, 'epoch', epoch, 'number', number,
          'account', account) as entry from draws where anchor_id = a.id
        union all
        select place, jsonb_build_object('kind', 'withdrawal', 'collection', collection_id, 'epoch', epoch, 'position', position,
          'leaf', leaf, 'path', path) from draw_withdrawals where anchor_id = a.id) e) as entries
    from draw_anchors a
    where a.state = 'validated' and ${isBelow('a.ledger_index', below)}
      and a.ledger_index >= (select min(ledger_index) from draw_epochs where collection_id = ${collectionId})
    order by a.ledger_index desc limit ${limit}`)
}

const AnchorRecord = v.object({
  txid: v.string(),
  ledger: v.number(),
  entries: v.array(AnchorEntry),
})

export const drawAnchorRecords = (result: unknown) => parseRows(AnchorRecord, result)
