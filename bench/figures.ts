// `npm run bench:figures`: statistics of a collection with 100,000 sales, of a work with 5,000, and the portfolio of an
// account with 5,000 works and 5,000 sales. Exit code 1 above 50 ms in SQL (400 for the portfolio).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#db/client.ts'
import { refreshCollectionStats } from '#db/queries/ledger-index/statistics.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { applyMigrations, createDatabase, openPool } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { startCountingProxy } from '#tests/support/counting-proxy.ts'
import type { Context } from '#worker/domain/context.ts'
import { getFigures, getOwners, listSales } from '#worker/domain/collection/get-figures.ts'
import { getPortfolio } from '#worker/domain/account/get-portfolio.ts'
import { getPriceHistory } from '#worker/domain/nft/price-history.ts'

const maxMs = 50
/**
 * The portfolio looks up when 10,000 works arrived, and the floor prices of 200 collections in 53 weeks (see
 * bench/README.md).
 */
const maxPortfolioMs = 400
const sales = 100_000
const salesOfWork = 5000
const heldCount = 5000
const times = 40

const work = `('00080000' || lpad('7', 40, '0') || lpad(to_hex(g), 16, '0'))`
const hot = `00080000${'7'.padStart(40, '0')}${'1'.padStart(16, '0')}`

const collector = 'rCollector'
const nftIdOf = `('00080000' || lpad('9', 40, '0') || lpad(to_hex(g), 16, '0'))`

const statements = [
  "insert into ledger_cursor (name, ledger_index, ledger_hash, closed_at, began_at) values ('follower', 1000000, '', now(), now() - interval '400 days')",
  "insert into collections (id, issuer, taxon, name) values ('big', 'rIssuer', 1, 'Big')",
  `insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, name, price_drops, rarity_rank)
   select ${work}, 'rIssuer', 1, g, 8, 0, 'o' || (g * 7919) % 30000, g, 0, 'ready', 'Work ' || g, case when g % 5 = 0 then 1000000 + g * 100 end, g
   from generate_series(1, ${sales}) g`,
  // One sale of each work over 400 days, 1 % of them marked.
  `insert into history (nft_id, txid, type, ledger_index, position, closed_at, issuer, taxon, seller, buyer, amount, amount_drops, marks)
   select ${work}, md5('s' || g) || md5('t' || g), 'sale', g, 0, now() - make_interval(secs => g * 345), 'rIssuer', 1, 'o' || g % 30000, 'o' || (g * 7919) % 30000,
     to_jsonb((1000000 + g)::text), 1000000 + g, case when g % 100 = 0 then '{circle}'::text[] else '{}' end
   from generate_series(1, ${sales}) g`,
  // One frequently traded work, with three offers per sale.
  `insert into history (nft_id, txid, type, offer_id, ledger_index, position, closed_at, issuer, taxon, seller, buyer, amount, amount_drops)
   select '${hot}', md5('h' || g) || md5('i' || g), case when g % 4 = 0 then 'sale' else 'sell_offer' end, 'o' || g, 200000 + g, 0,
     now() - make_interval(secs => g * 1000), 'rIssuer', 2, 'o' || g % 300, 'o' || (g + 1) % 300, to_jsonb((1000000 + g)::text), 1000000 + g
   from generate_series(1, ${salesOfWork * 4}) g`,
  `insert into collection_days (issuer, taxon, day, sales, volume_drops, marked_sales, marked_drops, floor_drops, floor_at)
   select issuer, taxon, (closed_at at time zone 'UTC')::date, count(*) filter (where marks = '{}'), coalesce(sum(amount_drops) filter (where marks = '{}'), 0),
     count(*) filter (where marks <> '{}'), coalesce(sum(amount_drops) filter (where marks <> '{}'), 0), 1000000, now()
   from history where type = 'sale' group by 1, 2, 3`,
  "insert into account_funders (account, state, funder) select 'o' || g, 'known', 'f' || g / 20 from generate_series(0, 29999) g",
  `insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, state, created_ledger)
   select 'B' || g, ${work}, 'o' || g % 30000, false, to_jsonb((500000 + g)::text), 500000 + g, 'open', g from generate_series(1, 50000) g`,
  // An account that owns works of 200 collections, and has bought and sold equally many.
  `insert into collections (id, issuer, taxon, name, floor_drops) select 'p' || g, 'p' || g, 0, 'P' || g, 1000000 + g from generate_series(0, 199) g`,
  `insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, name)
   select ${nftIdOf}, 'p' || g % 200, 0, g, 8, 0, case when g <= ${heldCount} then '${collector}' else 'o' || g end, g, 0, 'ready', 'Kept ' || g
   from generate_series(1, ${heldCount * 2}) g`,
  `insert into history (nft_id, txid, type, ledger_index, position, closed_at, issuer, taxon, seller, buyer, amount, amount_drops)
   select ${nftIdOf}, md5('k' || g || '.' || turn) || md5('k' || g), 'sale', 300000 + g + turn * 100000, 0, now() - make_interval(secs => g * 2500 / (turn + 1)),
     'p' || g % 200, 0, case turn when 0 then 'o' || g else '${collector}' end, case turn when 0 then '${collector}' else 'o' || g end,
     to_jsonb((1000000 + g)::text), 1000000 + g
   from generate_series(1, ${heldCount * 2}) g, generate_series(0, 1) turn where turn = 0 or g > ${heldCount}`,
  `insert into collection_days (issuer, taxon, day, sales, volume_drops, marked_sales, marked_drops, floor_drops, floor_at)
   select 'p' || c, 0, current_date - d, 1, 1000000, 0, 0, 1000000, now() from generate_series(0, 199) c, generate_series(0, 399) d`,
  'vacuum analyze',
]

const dir = await mkdtemp(path.join(tmpdir(), 'opx-bench-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
let missed = false
try {
  const url = await createDatabase(postgres.url('postgres'), 'bench')
  await applyMigrations(url)
  const pool = openPool(url, 1)
  for (const statement of statements) await pool.query(statement)
  const proxy = await startNeonProxy({ port: 0, databaseUrl: url })
  const counting = await startCountingProxy(proxy.address)
  const db = openDatabase({ url, proxy: counting.address, waitUntil: () => undefined })
  // The reads use no other field of the context.
  const context = { db } as Context
  const reads: [name: string, read: () => Promise<unknown>][] = [
    ['figures of 90 days', () => getFigures(context, { id: 'big', range: '90', marked: undefined })],
    ['figures of a year', () => getFigures(context, { id: 'big', range: '365', marked: undefined })],
    [
      'figures of all days, marked sales included',
      () => getFigures(context, { id: 'big', range: 'all', marked: true }),
    ],
    ['sales, first page', () => listSales(context, { id: 'big' })],
    ['sales of a day', () => listSales(context, { id: 'big', from: '2026-06-01', to: '2026-06-01' })],
    ['owners', () => getOwners(context, 'big')],
    ['price history of a work', () => getPriceHistory(context, hot)],
    ['portfolio of 5,000 works and 5,000 sales', () => getPortfolio(context, collector)],
    [
      'refresh of the totals (job)',
      async () => {
        await pool.query('update collections set stats_due = true')
        await refreshCollectionStats(db.http, { marketplace: 'rMarket' }, 1)
      },
    ],
  ]
  console.log(`${'a collection with 100,000 sales, a work with 5,000'.padEnd(52)} SQL median    p99, ms`)
  for (const [name, runQuery] of reads) {
    await runQuery()
    counting.durations.length = 0
    for (let time = 0; time < times; time += 1) await runQuery()
    const sorted = counting.durations.toSorted((a, b) => a - b)
    const [median = 0, slowest = 0] = [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)])
    const limit = name.startsWith('portfolio') ? maxPortfolioMs : maxMs
    const isMissed = median > limit && !name.endsWith('(job)')
    missed ||= isMissed
    console.log(
      `${name.padEnd(52)} ${median.toFixed(1).padStart(10)} ${slowest.toFixed(1).padStart(6)}${isMissed ? '  too slow' : ''}`,
    )
  }
  await pool.end()
  await counting.close()
  await proxy.close()
} finally {
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
process.exitCode = missed ? 1 : 0
