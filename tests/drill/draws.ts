import { randomUUID } from 'node:crypto'
import type { Chance } from '#tests/drift/chance.ts'
import type { Drift } from '#tests/drift/compare.ts'
import type { Market } from '#tests/drift/market.ts'
import type { Truth } from '#tests/drift/truth.ts'
import { nftokenFlags } from '#contract/rules/ledger.ts'
import { makeChains } from '#worker/domain/draw/chain.ts'
import { startDueEpochs } from '#worker/domain/draw/start-epoch.ts'
import { followLedgers } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { callRpc } from '#local/lib/rpc.ts'

const id = 'drill-draws'
const taxon = 900
const priceDrops = 2_345_678
const count = 24

const issuerOf = ({ cast }: Market) => cast.people[0]?.classicAddress ?? ''

/** Commits draws as the cron does, and answers the wallets' requests for drawn works. */
export async function tendDraws(market: Market, chance: Chance): Promise<void> {
  const { context, pool, requests, sign } = market
  const until = new Date(Date.now() + 20_000)
  for (const work of [makeChains, startDueEpochs]) await work(context, until).catch(() => undefined)
  // A drawn work is paid for with a request of the wallet's, which has another id.
  const { rows } = await pool.query<{ id: string; uuid: string }>(
    "select id, uuid from sign_requests where state = 'created' and uuid is not null and context ? 'draw'",
  )
  for (const row of rows) {
    const session = requests.get(row.id)
    if (session !== undefined) requests.set(row.uuid, session)
    if (chance.hits(0.6)) await sign(row.uuid)
  }
}

/** Opens a random collection whose works can be drawn. */
export async function openDraws(market: Market, chance: Chance): Promise<void> {
  const { pool, ledgerUrl, context } = market
  await pool.query(
    'insert into collections (id, issuer, taxon, name, on_demand_mint, random) values ($1, $2, $3, $1, true, true)',
    [id, issuerOf(market), taxon],
  )
  const metadata = { name: 'Work', description: '', image: null, animation: null, attachment: null }
  for (let n = 0; n < count; n += 1) {
    const item = randomUUID()
    await pool.query(
      `insert into demand_items (id, collection_id, issuer, taxon, transfer_fee, flags, name, metadata, document, metadata_cid, files, hidden,
         price_drops, state, created_at, listed_at)
       values ($1, $2, $3, $4, 5000, $5, 'Work', $6, '{}', $8, '[]', true, $7, 'for_sale', now() - interval '2 days', now() - interval '2 days')`,
      [
        item,
        id,
        issuerOf(market),
        taxon,
        nftokenFlags.transferable,
        JSON.stringify({ ...metadata, attributes: [], collection: null }),
        priceDrops,
        item,
      ],
    )
  }
  for (let rounds = 0; rounds < 20; rounds += 1) {
    await callRpc(ledgerUrl, 'ledger_accept')
    await followLedgers(context, new Date(Date.now() + 20_000))
    await tendDraws(market, chance)
    await market.tend()
    const { rowCount } = await pool.query("select 1 from draw_epochs where state = 'open'")
    if (rowCount === 1) return
  }
  throw new Error('No draw was committed.')
}

/** Asks for a draw. */
export async function draw(market: Market, chance: Chance): Promise<void> {
  const buyer = chance.pick(market.cast.people.slice(1))
  await market.ask(buyer?.classicAddress ?? '', '/api/nft/buy_random', { collection_id: id })
}

/** Returns what the marketplace has paid to the artist of the draws, by account and currency. */
export async function paidForDraws({ pool }: Market): Promise<Map<string, bigint>> {
  const { rows } = await pool.query<{ key: string; drops: string }>(
    `select artist || ' XRP' as key, sum(amount_drops)::text as drops from payouts
     where collection_id = $1 and state = 'paid' group by artist`,
    [id],
  )
  return new Map(rows.map(({ key, drops }) => [key, BigInt(drops)]))
}

/** Returns differences between the works that were drawn and sold, and the tokens on the ledger. */
export async function compareDraws(
  { pool, cast }: Market,
  truth: Truth,
): Promise<{ sold: number; drift: Drift[] }> {
  const { rows } = await pool.query<{ token: string; state: string; debts: number }>(
    `select i.token_id as token, i.state, (select count(*)::int from payouts p join reservations r on r.id = p.reservation_id
       where r.item_id = i.id) as debts
     from demand_items i where i.collection_id = $1 and i.token_id is not null`,
    [id],
  )
  const ledger = [...truth.tokens].filter(([token]) => rows.some((row) => row.token === token))
  const isSold = (owner: string) => owner !== cast.marketplace.classicAddress
  const sold = rows.filter(({ state }) => state === 'sold')
  const { rows: minted } = await pool.query<{ id: string }>(
    'select id from nfts where issuer = $1 and taxon = $2 and not burned',
    [cast.people[0]?.classicAddress, taxon],
  )
  return {
    sold: sold.length,
    drift: [
      ...minted
        .filter((token) => !rows.some((row) => row.token === token.id))
        .map((token) => `drawn twice: ${token.id}`),
      ...sold.filter(({ debts }) => debts !== 1).map(({ token, debts }) => `${debts} debts for ${token}`),
      ...ledger
        .filter(([token, { owner }]) => isSold(owner) !== sold.some((row) => row.token === token))
        .map(([token, { owner }]) => `${token} belongs to ${owner}, and is not recorded like that`),
    ],
  }
}
