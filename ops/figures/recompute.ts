import type { Pool } from 'pg'
import {
  type Funder,
  judgeSales,
  type Move,
  type RecentSales,
  type Sale,
} from '#contract/rules/marked-sales.ts'
import { unlistedPurposes } from '#db/schema/sell-purposes.ts'
import { feeFreeDays } from '#contract/rules/marked-sales.ts'
import { ownerBounds } from '#contract/schemas/figures.ts'
import { dateToRippleTime, genesisAccount } from '#contract/rules/ledger.ts'
import type { HistoryInsert } from '#worker/ledger/history-events.ts'
import { ledgerChanges, type OfferUpsert } from '#worker/ledger/index-changes.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'

/** The collection whose figures are computed, and the marketplace. */
export interface Subject {
  issuer: string
  taxon: number
  marketplace: string
  /** Minimum price of a marketplace listing, in drops. */
  minimumDrops: bigint
  /**
   * Offers that are not listings according to the marketplace's records: those of auctions, and those for accepted
   * bids.
   */
  excludedAccounts: Set<string>
}

interface Day {
  sales: number
  volume: bigint
  marked: number
  markedVolume: bigint
  /** Undefined if the floor did not change on this day. */
  floor?: string | null
}

export type Figures = Record<string, unknown>

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const dayMs = 86_400_000
const total = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

const moveOf = (event: HistoryInsert): Move => ({
  id: `${event.txid} ${event.nftId}`,
  nftId: event.nftId,
  from: event.seller ?? '',
  to: event.buyer ?? '',
  drops: event.type === 'sale' ? event.amountDrops : null,
  at: event.closedAt.getTime(),
  ledgerIndex: event.ledgerIndex,
  position: event.position,
})

/** Reads all relevant data from a range of ledgers, in order. */
async function readLedgers(ledger: LedgerPort, { from, to }: { from: number; to: number }, subject: Subject) {
  const { issuer, taxon, marketplace, minimumDrops, excludedAccounts } = subject
  const owners = new Map<string, string>()
  const offers = new Map<string, OfferUpsert>()
  const moves: HistoryInsert[] = []
  const floors = new Map<string, string | null>()
  let floor: string | null = null
  let closedAt = new Date(0)
  const computePrices = () =>
    [...owners].flatMap(([id, owner]) => {
      const openOffers = [...offers.values()]
        .filter(({ nftId, isSell, owner: by, expiration, id: offer }) => {
          const isOpen = expiration === null || expiration > dateToRippleTime(closedAt)
          return nftId === id && isSell && by === owner && isOpen && !excludedAccounts.has(offer)
        })
        .flatMap(({ amount, destination }) =>
          typeof amount === 'string' ? [{ drops: BigInt(amount), destination }] : [],
        )
        .filter(
          ({ drops, destination }) =>
            (destination === null && drops > 0n) || (destination === marketplace && drops >= minimumDrops),
        )
        .map(({ drops, destination }) => {
          const fee = drops / 100n
          return { drops, cost: destination === null ? drops : drops + (fee === 0n ? 1n : fee) }
        })
        .toSorted((a, b) => (a.cost < b.cost ? -1 : 1))
      return openOffers[0] === undefined ? [] : [openOffers[0].drops]
    })
  for (let index = from; index <= to; index += 1) {
    const header = await ledger.findLedger(index)
    if (header === null)
      throw new Error(`No server has ledger ${index}. Give --from, and a server with more history.`)
    const changes = ledgerChanges(header)
    closedAt = header.closedAt ?? closedAt
    for (const token of changes.nfts.values()) {
      if (token.issuer !== issuer || token.taxon !== taxon) continue
      if (token.burned) owners.delete(token.id)
      else owners.set(token.id, token.owner)
    }
    for (const offer of changes.offers.values()) {
      if (offer.state === 'open') offers.set(offer.id, offer)
      else offers.delete(offer.id)
    }
    moves.push(...changes.history.filter(({ type }) => type === 'sale' || type === 'transfer'))
    const now =
      computePrices()
        .toSorted((a, b) => (a < b ? -1 : 1))[0]
        ?.toString() ?? null
    if (now !== floor) floors.set(dayOf(closedAt), now)
    floor = now
  }
  return { owners, offers, moves, floors, floor, closedAt, listed: computePrices().length }
}

type Read = Awaited<ReturnType<typeof readLedgers>>

/** Reads the funders of all trading accounts from the ledger. */
async function readFunders(ledger: LedgerPort, { moves }: Read, marketplace: string) {
  const traders = new Set(
    moves.filter(({ type }) => type === 'sale').flatMap(({ seller, buyer }) => [seller ?? '', buyer ?? '']),
  )
  const funders = new Map<string, string>()
  for (const account of traders) {
    const funder = await ledger.findFunder(account)
    if (funder !== null && funder !== genesisAccount && funder !== marketplace) funders.set(account, funder)
  }
  const fundsByAccount = new Map<string, number>()
  for (const funder of funders.values()) fundsByAccount.set(funder, (fundsByAccount.get(funder) ?? 0) + 1)
  return (account: string): Funder | null => {
    const funder = funders.get(account)
    return funder === undefined ? null : { funder, funded: fundsByAccount.get(funder) ?? 0 }
  }
}

function recentSales(sales: HistoryInsert[], at: Date): RecentSales {
  const today = Date.parse(`${dayOf(at)}T00:00:00Z`)
  const before = sales.filter(({ closedAt }) => {
    const time = closedAt.getTime()
    return time < today && time >= today - feeFreeDays * dayMs
  })
  return { sales: before.length, volumeDrops: total(before.map(({ amountDrops }) => amountDrops ?? 0n)) }
}

/** Returns the highest funded bid. */
async function bestOffer(
  ledger: LedgerPort,
  { owners, offers, closedAt }: Read,
  { marketplace, excludedAccounts }: Subject,
  at: number,
) {
  const { baseDrops, ownerDrops } = await ledger.reserves()
  const onAuction = new Set(
    [...offers.values()]
      .filter(({ id, isSell }) => isSell && excludedAccounts.has(id))
      .map(({ nftId }) => nftId),
  )
  const bids = [...offers.values()]
    .filter(({ isSell, nftId, owner, expiration, destination }) => {
      const isOpen = expiration === null || expiration > dateToRippleTime(closedAt)
      const forUs = destination === null || destination === marketplace
      return (
        !isSell &&
        isOpen &&
        forUs &&
        owners.has(nftId) &&
        owners.get(nftId) !== owner &&
        !onAuction.has(nftId)
      )
    })
    .flatMap(({ amount, owner }) => (typeof amount === 'string' ? [{ drops: BigInt(amount), owner }] : []))
    .toSorted((a, b) => (a.drops > b.drops ? -1 : 1))
  for (const { drops, owner } of bids) {
    const account = await ledger.findAccount(owner, at)
    if (account !== null && account.balance - baseDrops - ownerDrops * BigInt(account.ownerCount) >= drops)
      return drops
  }
  return null
}

function daysOf(input: Read, sales: HistoryInsert[], isMarked: (sale: HistoryInsert) => boolean) {
  const days = new Map<string, Day>()
  const dayAt = (name: string) => {
    const day = days.get(name) ?? { sales: 0, volume: 0n, marked: 0, markedVolume: 0n }
    days.set(name, day)
    return day
  }
  for (const sale of sales) {
    const day = dayAt(dayOf(sale.closedAt))
    if (isMarked(sale)) {
      day.marked += 1
      day.markedVolume += sale.amountDrops ?? 0n
    } else {
      day.sales += 1
      day.volume += sale.amountDrops ?? 0n
    }
  }
  for (const [name, floor] of input.floors) dayAt(name).floor = floor
  return days
}

function holdersOf({ owners }: Read) {
  const counts = new Map<string, number>()
  for (const owner of owners.values()) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  const groups = [...ownerBounds, Number.POSITIVE_INFINITY].map(
    (most, at) =>
      [...counts.values()].filter((works) => works <= most && works > (ownerBounds[at - 1] ?? 0)).length,
  )
  return { owners: counts.size, groups }
}

/** Computes every figure of a collection only from the ledgers `from` to `to`. Makes one call per ledger. */
export async function figuresFromLedger(
  ledger: LedgerPort,
  subject: Subject,
  range: { from: number; to: number },
): Promise<Figures> {
  const input = await readLedgers(ledger, range, subject)
  const funderOf = await readFunders(ledger, input, subject.marketplace)
  const sales = input.moves.filter(
    ({ type, issuer, taxon, amountDrops }) =>
      type === 'sale' && amountDrops !== null && issuer === subject.issuer && taxon === subject.taxon,
  )
  const marks = judgeSales(
    sales.map(
      (sale): Sale => ({
        ...moveOf(sale),
        drops: sale.amountDrops ?? 0n,
        feeDrops: sale.brokerFeeDrops ?? 0n,
        royaltyDrops: sale.royaltyDrops ?? 0n,
        sellerFunder: funderOf(sale.seller ?? ''),
        buyerFunder: funderOf(sale.buyer ?? ''),
        recent: recentSales(sales, sale.closedAt),
      }),
    ),
    input.moves.map(moveOf),
  )
  const marksOf = (sale: HistoryInsert) => marks.get(moveOf(sale).id) ?? []
  const isMarked = (sale: HistoryInsert) => marksOf(sale).length > 0
  const countedSales = sales.filter((sale) => !isMarked(sale))
  const since = (days: number) =>
    total(
      countedSales
        .filter(({ closedAt }) => closedAt.getTime() > input.closedAt.getTime() - days * dayMs)
        .map(({ amountDrops }) => amountDrops ?? 0n),
    ).toString()
  const best = await bestOffer(ledger, input, subject, range.to)
  const { owners, groups } = holdersOf(input)
  const figures: Figures = {
    works: input.owners.size,
    owners,
    'groups of owners': groups.join(' '),
    listed: input.listed,
    floor: input.floor,
    'best offer': best?.toString() ?? null,
    'volume of 24 hours': since(1),
    'volume of 7 days': since(7),
    'volume in all': total(countedSales.map(({ amountDrops }) => amountDrops ?? 0n)).toString(),
    sales: countedSales.length,
    'marked sales': sales.length - countedSales.length,
    'last sale': countedSales.at(-1)?.amountDrops?.toString() ?? null,
  }
  for (const [day, { sales: saleCount, volume, marked, markedVolume, floor }] of daysOf(
    input,
    sales,
    isMarked,
  )) {
    figures[`sales of ${day}`] = `${saleCount} for ${volume}, marked ${marked} for ${markedVolume}`
    if (floor !== undefined) figures[`floor of ${day}`] = floor
  }
  for (const sale of sales) {
    figures[`sale ${sale.txid} of ${sale.nftId}`] =
      `${sale.amountDrops}, ${marksOf(sale).join(' ')}`.trimEnd()
  }
  return figures
}

/** Reads the same figures from the index. */
export async function figuresFromIndex(db: Pool, issuer: string, taxon: number): Promise<Figures> {
  const key = [issuer, taxon]
  const {
    rows: [row],
  } = await db.query(
    `select minted_count, owners_count, best_offer_drops::text, volume_day_drops::text, volume_week_drops::text, volume_all_drops::text,
       sales_count, marked_sales, last_sale_drops::text,
       (select count(price_drops)::int from nfts n where n.issuer = c.issuer and n.taxon = c.taxon and not n.burned) as listed,
       (select min(price_drops)::text from nfts n where n.issuer = c.issuer and n.taxon = c.taxon and not n.burned) as floor,
       (select groups from collection_holders h where h.issuer = c.issuer and h.taxon = c.taxon) as groups
     from collections c where issuer = $1 and taxon = $2`,
    key,
  )
  if (row === undefined) throw new Error('The index does not know this collection.')
  const owners = new Map<number, number>(
    (row.groups ?? []).map(({ group, owners: ownerCount }: { group: number; owners: number }) => [
      group,
      ownerCount,
    ]),
  )
  const figures: Figures = {
    works: row.minted_count,
    owners: row.owners_count,
    'groups of owners': [...ownerBounds, 0].map((_, group) => owners.get(group) ?? 0).join(' '),
    listed: row.listed,
    floor: row.floor,
    'best offer': row.best_offer_drops,
    'volume of 24 hours': row.volume_day_drops,
    'volume of 7 days': row.volume_week_drops,
    'volume in all': row.volume_all_drops,
    sales: row.sales_count,
    'marked sales': row.marked_sales,
    'last sale': row.last_sale_drops,
  }
  const days = await db.query(
    `select day::text, sales, volume_drops::text, marked_sales, marked_drops::text, floor_drops::text, floor_at
     from collection_days where issuer = $1 and taxon = $2`,
    key,
  )
  for (const day of days.rows) {
    figures[`sales of ${day.day}`] =
      `${day.sales} for ${day.volume_drops}, marked ${day.marked_sales} for ${day.marked_drops}`
    if (day.floor_at !== null) figures[`floor of ${day.day}`] = day.floor_drops
  }
  const sales = await db.query(
    "select nft_id, txid, amount_drops::text, marks from history where issuer = $1 and taxon = $2 and type = 'sale' and amount_drops is not null",
    key,
  )
  for (const sale of sales.rows) {
    figures[`sale ${sale.txid} of ${sale.nft_id}`] = `${sale.amount_drops}, ${sale.marks.join(' ')}`.trimEnd()
  }
  return figures
}

/** Returns the differences as sentences. */
export function compareFigures(index: Figures, ledger: Figures): string[] {
  const names = [...new Set([...Object.keys(ledger), ...Object.keys(index)])]
  return names
    .filter((name) => index[name] !== ledger[name])
    .map(
      (name) =>
        `${name}: index ${String(index[name] ?? 'nothing')}, ledger ${String(ledger[name] ?? 'nothing')}`,
    )
}

/** Returns offers that are not listings according to the marketplace's records. */
export async function excludedOffers(db: Pool): Promise<Set<string>> {
  const { rows } = await db.query(`
    select offer_id as id from auctions
    union select o.id from offers o join sign_requests r on r.account = o.owner and r.purpose in (${unlistedPurposes})
      and r.txjson->>'NFTokenID' = o.nft_id and (r.txjson->>'Expiration')::bigint = o.expiration where o.is_sell`)
  return new Set(rows.map(({ id }) => String(id)))
}
