import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Reader } from '#db/executor.ts'
import {
  AccessProblem,
  findReservation,
  lockBuyer,
  lockCollection,
  lockWorks,
  type ReservationRow,
  ruleConditions,
} from '#db/queries/demand/reservations.ts'
import { indexTime, ledgerTime } from '#db/sql/ledger-time.ts'
import { parseRows } from '#db/sql/rows.ts'
import { lastSold } from './editions.ts'
import { isAgreed } from '#db/sql/split.ts'

export interface PrintOrder {
  id: string
  editionId: string
  collectionId: string
  buyer: string
  minutes: number
  signRequestId: string
  marketplace: string
  promoDigest: string | null
  /** The price that the buyer saw. A lower current price is accepted. */
  expectedDrops: bigint
  /** The buyer's Sequence in a validated ledger; null if no phase is free. */
  buyerSequence: number | null
}

const PrintProblem = v.picklist([
  ...AccessProblem.options,
  'edition_closed',
  'edition_paused',
  'phase_closed',
  'price_changed',
  'phase_limit',
  'not_a_holder',
  'account_too_new',
  'sold_out',
])
export type PrintProblem = v.InferOutput<typeof PrintProblem>

/** Time that decides about phase and price of edition `e`: that of the newest ledger, or the time when it was closed. */
const termsTime = sql`least(${indexTime}, e.closed_at)`

/** Price of phase `p` at that time, by the same rule as `priceAt` in contract/rules/editions.ts. */
const price = sql`case when p.step_seconds is null then p.price_drops else greatest(p.lowest_drops, p.price_drops
  - p.step_drops * floor(extract(epoch from least(${termsTime}, p.ends_at) - p.starts_at) / p.step_seconds)) end`

/** True if the sale of edition `e` is over: the artist has closed it, or its last phase has ended. */
const isOver = sql`(e.state = 'closed' or not exists (
  select 1 from edition_phases l where l.edition_id = e.id and (l.ends_at is null or l.ends_at > ${indexTime})))`

const open = sql`('reserved', 'offered', 'cancelling')`

/**
 * Joins the edition `e`, its collection `c`, the rules `r`, the free print `t` with the lowest number, the current phase
 * `p` by ledger time, and a work `k` that entitles the buyer in a phase for holders. After the end of the sale, a print
 * that was not paid for (`is_unpaid`) stays on sale at the last terms, so that no number is missing.
 */
const joinSource = ({ editionId, buyer }: PrintOrder) => sql`
  from editions e
  join collections c on c.id = e.collection_id
  left join collection_rules r on r.collection_id = c.id
  left join lateral (
    select i.id as item_id, i.token_id, i.number < ${lastSold} as is_unpaid from demand_items i
    where i.edition_id = e.id and i.state = 'for_sale'
      and not exists (select 1 from reservations h where h.item_id = i.id and h.state in ${open})
    order by i.number limit 1
  ) t on true
  left join lateral (
    select p.*, ${price} as price_now from edition_phases p
    where p.edition_id = e.id and p.starts_at <= ${termsTime}
      and (p.ends_at is null or p.ends_at > ${termsTime} or (t.is_unpaid and ${isOver}))
    order by p.starts_at desc limit 1
  ) p on true
  left join lateral (
    select n.id from collections h join nfts n on n.issuer = h.issuer and n.taxon = h.taxon
    where h.id = p.holders_of and n.owner = ${buyer} and not n.burned
      and not exists (select 1 from reservations u where u.edition_id = e.id and u.phase = p.position and u.holder_nft = n.id
        and u.state in ('reserved', 'offered', 'cancelling', 'sold'))
    order by n.id limit 1
  ) k on true
  where e.id = ${editionId}`

/** Selects the number of prints that the buyer has bought or reserved in the phase. */
const ofBuyer = (buyer: string) => sql`(select count(*) from reservations b
  where b.edition_id = e.id and b.buyer = ${buyer} and b.phase = p.position and b.state in ('reserved', 'offered', 'cancelling', 'sold'))`

const onWhitelist = (buyer: string, more: SQL) => sql`exists (select 1 from collection_whitelist w
  where w.collection_id = c.id and w.account = ${buyer} ${more})`

/**
 * True if the buyer's account is provably not newer than the edition. A new account's Sequence starts at the index of
 * its first ledger and only grows. So a Sequence up to the edition's ledger proves the age, while a higher one proves
 * nothing.
 */
const isOlder = ({ buyerSequence }: PrintOrder) =>
  sql`coalesce(${buyerSequence}::bigint <= e.created_ledger, false)`

/** Returns the conditions of a purchase in order, each with its error code. */
const listConditions = (order: PrintOrder): [code: PrintProblem, allows: SQL][] => [
  ['edition_closed', sql`(e.state <> 'closed' or coalesce(t.is_unpaid, false))`],
  ['edition_paused', sql`e.state <> 'paused'`],
  ['payees_pending', isAgreed(sql`e.id`)],
  ['sold_out', sql`(t.item_id is not null or e.prints is null)`],
  ['phase_closed', sql`p.position is not null`],
  ['not_whitelisted', sql`(p.audience <> 'whitelist' or ${onWhitelist(order.buyer, sql``)})`],
  [
    'purchase_limit',
    sql`(p.audience <> 'whitelist' or ${onWhitelist(order.buyer, sql`and (w.most = 0 or w.most > ${ofBuyer(order.buyer)})`)})`,
  ],
  ['not_a_holder', sql`(p.audience <> 'holders' or k.id is not null)`],
  ['phase_limit', sql`(p.per_account = 0 or p.per_account > ${ofBuyer(order.buyer)})`],
  [
    'promo_code_invalid',
    sql`(p.audience <> 'promo_code' or coalesce(r.promo_digest = ${order.promoDigest}, false))`,
  ],
  ['account_too_new', sql`(p.price_now > 0 or ${isOlder(order)} or ${onWhitelist(order.buyer, sql``)})`],
  ['price_changed', sql`p.price_now <= ${order.expectedDrops.toString()}::numeric`],
  ...ruleConditions({ ...order, itemId: null }, sql`t.item_id`),
  ['sold_out', sql`t.item_id is not null`],
]

/**
 * Reserves the free print with the lowest number, in one statement that checks every rule of the edition, its phase and
 * its collection, under the locks that enforce the limits. Returns null if a rule forbids it; `findPrintProblem`
 * returns the rule.
 */
export async function reservePrint(db: Reader, order: PrintOrder): Promise<ReservationRow | null> {
  const rules = sql.join(
    listConditions(order).map(([, allows]) => allows),
    sql` and `,
  )
  const [, , , insertResult] = await db.batch([
    db.execute(lockBuyer(order.buyer)),
    db.execute(lockCollection(order.collectionId)),
    db.execute(lockWorks),
    db.execute(sql`
      insert into reservations (id, collection_id, buyer, item_id, nft_id, random, edition_id, split_id, phase, holder_nft, price_drops,
        currency, state, until, sign_request_id)
      select ${order.id}, c.id, ${order.buyer}, t.item_id, t.token_id, false, e.id, e.id, p.position,
        case when p.audience = 'holders' then k.id end, p.price_now,
        case when p.price_now > 0 then e.currency end, 'reserved',
        ${ledgerTime} + make_interval(mins => ${order.minutes}), ${order.signRequestId}
      ${joinSource(order)} and ${rules}
      on conflict do nothing
      returning id`),
  ])
  const [row] = parseRows(v.object({ id: v.string() }), insertResult)
  return row === undefined ? null : findReservation(db, row.id)
}

/** Returns the first rule that forbids the purchase, with the current price; both are null if none does. */
export async function findPrintProblem(db: Reader, order: PrintOrder) {
  const cases = sql.join(
    listConditions(order).map(([code, allows]) => sql`when not coalesce(${allows}, false) then ${code}`),
    sql` `,
  )
  const result = await db.execute(sql`
    select case ${cases} end as problem, p.price_now::text as price ${joinSource(order)}`)
  const [row] = parseRows(
    v.object({ problem: v.nullable(PrintProblem), price: v.nullable(v.string()) }),
    result,
  )
  return row ?? { problem: null, price: null }
}
