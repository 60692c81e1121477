import type { Pool } from 'pg'
import type { TrueEvent } from './true-events.ts'
import type { TrueSale, Truth } from './truth.ts'

/** One difference between index and ledger, as text. */
export type Drift = string

/** Converts a value to JSON text that does not depend on the order of fields. */
const key = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

function compareMaps<T>(what: string, truth: Map<string, T>, index: Map<string, T>): Drift[] {
  const drifts: Drift[] = []
  for (const [id, expected] of truth) {
    const value = index.get(id)
    if (value === undefined) drifts.push(`${what} ${id} is missing: ${key(expected)}`)
    else if (key(value) !== key(expected))
      drifts.push(`${what} ${id}: index ${key(value)}, ledger ${key(expected)}`)
  }
  for (const id of index.keys()) if (!truth.has(id)) drifts.push(`${what} ${id} should not be there`)
  return drifts
}

/**
 * Returns the price of a token: the cheapest acceptable listing, compared including the broker's 1 %. Amounts are
 * bigint.
 */
function priceOf(truth: Truth, nftId: string, marketplace: string): string | null {
  const minimum = 100_000n
  const listings = [...truth.offers.values()]
    .filter(
      (offer) =>
        offer.nftId === nftId && offer.isSell && offer.problem === null && typeof offer.amount === 'string',
    )
    .map((offer) => ({ id: offer.id, drops: BigInt(String(offer.amount)), to: offer.destination }))
    .filter(({ drops, to }) => (to === null && drops > 0n) || (to === marketplace && drops >= minimum))
    .map((one) => {
      const fee = one.drops / 100n
      return { ...one, cost: one.to === null ? one.drops : one.drops + (fee === 0n ? 1n : fee) }
    })
    .toSorted((a, b) => (a.cost < b.cost ? -1 : a.cost > b.cost ? 1 : a.id < b.id ? -1 : 1))
  return listings[0]?.drops.toString() ?? null
}

/** Returns the highest bid that the owner of one of these tokens can accept. */
function bestOffer(truth: Truth, isOurs: (id: string) => boolean, marketplace: string): string | null {
  const bids = [...truth.offers.values()]
    .filter(
      ({ nftId, isSell, problem }) => isOurs(nftId) && truth.tokens.has(nftId) && !isSell && problem === null,
    )
    .filter(({ destination }) => destination === null || destination === marketplace)
    .flatMap(({ amount }) => (typeof amount === 'string' ? [BigInt(amount)] : []))
  return bids.toSorted((a, b) => (a > b ? -1 : 1))[0]?.toString() ?? null
}

const sumOf = (sales: TrueSale[]) => sales.reduce((sum, { drops }) => sum + drops, 0n)

/** Returns sales and volume of each day with sales, in chronological order. */
function daysOf(sales: TrueSale[]) {
  const days = new Map<string, TrueSale[]>()
  for (const sale of sales) days.set(sale.day, [...(days.get(sale.day) ?? []), sale])
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sold]) => ({
      sales: sold.length,
      volume: sumOf(sold).toString(),
    }))
}

const taxonOf = (nftId: string) => {
  const sequence = BigInt(`0x${nftId.slice(56)}`)
  const scrambled = BigInt(`0x${nftId.slice(48, 56)}`)
  return Number((scrambled ^ (384160001n * sequence + 2459n)) & 0xffff_ffffn)
}

async function compareCollections(
  db: Pool,
  truth: Truth,
  sales: TrueSale[],
  marketplace: string,
  issuerHex: Map<string, string>,
): Promise<Drift[]> {
  const { rows } = await db.query(
    `select issuer, taxon::int, items_count, owners_count, listed_count, floor_drops::text, volume_week_drops::text,
      volume_all_drops::text, sales_count, marked_sales, marked_week_drops::text, marked_all_drops::text, best_offer_drops::text, last_sale_drops::text,
      coalesce((select json_agg(json_build_object('sales', d.sales, 'volume', d.volume_drops::text) order by d.day) filter (where d.sales > 0)
        from collection_days d where d.issuer = collections.issuer and d.taxon = collections.taxon), '[]') as days,
      (select d.floor_drops::text from collection_days d where d.issuer = collections.issuer and d.taxon = collections.taxon
        and d.floor_at is not null order by d.day desc limit 1) as day_floor
     from collections`,
  )
  const drifts: Drift[] = []
  for (const row of rows) {
    const hex = issuerHex.get(row.issuer) ?? ''
    const isOurs = (id: string) => id.slice(8, 48) === hex && taxonOf(id) === row.taxon
    const tokens = [...truth.tokens].filter(([id]) => isOurs(id))
    const prices = tokens.map(([id]) => priceOf(truth, id, marketplace)).filter((price) => price !== null)
    const floor = prices.map(BigInt).toSorted((a, b) => (a < b ? -1 : 1))[0]
    const allSales = sales.filter((sale) => isOurs(sale.nftId))
    const ourSales = allSales.filter((sale) => !sale.isMarked)
    const volume = sumOf(ourSales)
    const markedVolume = sumOf(allSales) - volume
    const expected = {
      items_count: tokens.length,
      owners_count: new Set(tokens.map(([, token]) => token.owner)).size,
      listed_count: prices.length,
      floor_drops: floor?.toString() ?? null,
      volume_week_drops: volume.toString(),
      volume_all_drops: volume.toString(),
      sales_count: ourSales.length,
      best_offer_drops: bestOffer(truth, isOurs, marketplace),
      last_sale_drops: ourSales.at(-1)?.drops.toString() ?? null,
      marked_sales: allSales.length - ourSales.length,
      marked_week_drops: markedVolume.toString(),
      marked_all_drops: markedVolume.toString(),
      days: daysOf(ourSales),
      day_floor: floor?.toString() ?? null,
    }
    const actual = Object.fromEntries(Object.keys(expected).map((name) => [name, row[name]]))
    if (key(actual) !== key(expected))
      drifts.push(`collection ${row.issuer} ${row.taxon}: index ${key(actual)}, ledger ${key(expected)}`)
  }
  return drifts
}

const eventColumns =
  'kind, nft_id, seller, buyer, account, amount, previous_amount, funded, actor, issuer, taxon::text, txid, offer_id, home, at'

/** Reads the log, with each event's key and content. */
async function readLog(db: Pool): Promise<Map<string, unknown>> {
  const { rows } = await db.query(
    `select key, ${eventColumns} from events where ledger_index is not null order by position`,
  )
  return new Map(rows.map(({ key: name, ...content }) => [String(name), content]))
}

/** Returns the differences between the log and the ledger's events, in the order of their transactions. */
export async function compareEvents(db: Pool, truth: TrueEvent[]): Promise<Drift[]> {
  const { rows } = await db.query(
    'select key, kind, nft_id, seller, buyer, account, amount, previous_amount, funded from events where ledger_index is not null order by position',
  )
  const places = rows.map((row) => String(row.key).split(':').map(Number))
  const disordered = places.some(([ledger = 0, place = 0], i) => {
    const [before = 0, beforePlace = 0] = places[i - 1] ?? []
    return before > ledger || (before === ledger && beforePlace > place)
  })
  const logged = rows
    .map((row) =>
      key([
        String(row.key).split(':').slice(0, 2).join(':'),
        row.kind,
        row.nft_id,
        row.seller,
        row.buyer,
        row.account,
        row.amount,
        row.previous_amount,
        row.funded,
      ]),
    )
    .toSorted()
  const expected = truth.map((event) => key(event)).toSorted()
  const [missing, surplus] = [
    expected.filter((one) => !logged.includes(one)),
    logged.filter((one) => !expected.includes(one)),
  ]
  return [
    ...(disordered ? ['events are out of order'] : []),
    ...missing.map((one) => `event is missing: ${one}`),
    ...surplus.map((one) => `event should not be there: ${one}`),
    ...(missing.length + surplus.length === 0 && expected.length !== logged.length
      ? [`${logged.length} events, ledger has ${expected.length}`]
      : []),
  ]
}

/** Returns the differences between two logs of the same ledgers. */
export async function compareLogs(followed: Pool, rebuilt: Pool): Promise<Drift[]> {
  return compareMaps('event', await readLog(rebuilt), await readLog(followed))
}

/**
 * Returns the differences between the index and the present state of the ledger: tokens, owners, offers, problems of
 * offers, prices.
 */
export async function findStateDrift(db: Pool, truth: Truth, marketplace: string): Promise<Drift[]> {
  const nfts = await db.query('select id, owner, uri, price_drops::text from nfts where not burned')
  const offers = await db.query(
    "select id, nft_id, owner, is_sell, amount, destination, expiration::int, problem from offers where state = 'open'",
  )
  const trueTokens = new Map(
    [...truth.tokens].map(([id, token]) => [id, { ...token, price: priceOf(truth, id, marketplace) }]),
  )
  const indexTokens = new Map(
    nfts.rows.map((row) => [row.id, { owner: row.owner, uri: row.uri, price: row.price_drops }]),
  )
  const trueOffers = new Map([...truth.offers].map(([id, { id: _id, ...rest }]) => [id, rest]))
  const indexOffers = new Map(
    offers.rows.map((row) => [
      row.id,
      {
        nftId: row.nft_id,
        owner: row.owner,
        isSell: row.is_sell,
        amount: row.amount,
        destination: row.destination,
        expiration: row.expiration,
        problem: row.problem,
      },
    ]),
  )
  return [...compareMaps('token', trueTokens, indexTokens), ...compareMaps('offer', trueOffers, indexOffers)]
}

/** Returns every difference between Postgres and the ledger: its state, statistics, sales. */
export async function findDrift(
  db: Pool,
  truth: Truth,
  sales: TrueSale[],
  marketplace: string,
  issuerHex: Map<string, string>,
): Promise<Drift[]> {
  const sold = await db.query(
    "select nft_id, seller, buyer, amount_drops::text, marks <> '{}' as marked from history where type = 'sale' and amount_drops is not null order by ledger_index, position",
  )
  const trueSales = sales.map((sale) =>
    key([sale.nftId, sale.seller, sale.buyer, sale.drops.toString(), sale.isMarked]),
  )
  const indexSales = sold.rows.map((row) =>
    key([row.nft_id, row.seller, row.buyer, row.amount_drops, row.marked]),
  )
  return [
    ...(await findStateDrift(db, truth, marketplace)),
    ...(key(trueSales.toSorted()) === key(indexSales.toSorted())
      ? []
      : [`sales differ: index ${indexSales.length}, ledger ${trueSales.length}`]),
    ...(await compareCollections(db, truth, sales, marketplace, issuerHex)),
  ]
}
