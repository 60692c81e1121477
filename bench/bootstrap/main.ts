// `npm run bench:bootstrap [-- --tokens N]`: a bootstrap from a simulated server, compared with COPY of the same rows
// into the same tables. Both times include building the indexes. Exit code 1 if a target is missed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { createReadStream, createWriteStream } from 'node:fs'
import { Bootstrap } from '#ops/bootstrap/bootstrap.ts'
import { nftColumns, offerColumns } from '#ops/bootstrap/copy-text.ts'
import { LedgerState } from '#ops/bootstrap/ledger-state.ts'
import { progressLine } from '#ops/bootstrap/progress-line.ts'
import { beginRun, buildIndexes } from '#ops/bootstrap/work-tables.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { applyMigrations, createDatabase } from '#local/postgres/databases.ts'
import { startPostgres } from '#local/postgres/start.ts'

const { values } = parseArgs({ options: { tokens: { type: 'string', default: '1000000' } } })
const tokens = Number(values.tokens)
const targets = { ratio: 0.5, memoryMib: 1024 }

const dir = await mkdtemp(path.join(tmpdir(), 'opx-bootstrap-'))
const postgres = await startPostgres({
  dir: path.join(dir, 'postgres'),
  port: await findFreePort(),
  throwaway: true,
})
const server = spawn(process.execPath, [path.join(import.meta.dirname, 'serve.ts'), String(tokens)], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const [firstLine] = await once(server.stdout, 'data')
const url = String(firstLine).trim()

const tables = [
  ['nfts', nftColumns],
  ['offers', offerColumns],
] as const
const fileOf = (table: string) => path.join(dir, `${table}.txt`)

async function connected(database: string): Promise<Client> {
  const client = new Client({ connectionString: database })
  await client.connect()
  return client
}

try {
  const filled = await createDatabase(postgres.url('postgres'), 'filled')
  await applyMigrations(filled)
  const line = progressLine(process.stdout)
  let memory = 0
  let copied = 0
  const startedAt = performance.now()
  const report = await new Bootstrap({
    databaseUrl: filled,
    state: new LedgerState({ url }),
    reserves: async () => ({ baseDrops: 1_000_000n, ownerDrops: 200_000n }),
    rules: { marketplace: 'rrrrrrrrrrrrrrrrrrrrBZbvji', minimumDrops: 100_000n },
    issuers: null,
    onNote: line.note,
    onProgress: (progress) => {
      line.show(progress)
      memory = Math.max(memory, process.memoryUsage().rss)
      if (progress.phase === 'copy') copied = performance.now()
    },
  }).run()
  const seconds = (performance.now() - startedAt) / 1000
  if (report === null) throw new Error('The bootstrap was stopped.')
  const rows = report.tokens + report.offers

  const from = await connected(filled)
  for (const [table, columns] of tables)
    await pipeline(
      from.query(copyTo(`copy ${table} (${columns}) to stdout`)),
      createWriteStream(fileOf(table)),
    )
  await from.end()

  const plain = await createDatabase(postgres.url('postgres'), 'plain')
  await applyMigrations(plain)
  const into = await connected(plain)
  // Creates the same tables without indexes, which are built afterwards, as in a bootstrap.
  await beginRun(into, { ledger: report.ledger, issuers: null }, [])
  const peerBegun = performance.now()
  for (const [table, columns] of tables)
    await pipeline(
      createReadStream(fileOf(table), { highWaterMark: 1 << 20 }),
      into.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
    )
  const peerCopied = (performance.now() - peerBegun) / 1000
  for (const stage of ['judging', 'reading'] as const) await buildIndexes(into, stage, () => undefined)
  const peerSeconds = (performance.now() - peerBegun) / 1000
  await into.end()

  const perSecond = (time: number) => `${Math.round(rows / time).toLocaleString('en')} rows a second`
  const ratio = peerSeconds / seconds
  console.log(
    `\n${report.tokens.toLocaleString('en')} tokens and ${report.offers.toLocaleString('en')} offers in ${seconds.toFixed(0)} s: ${perSecond(seconds)} in all, ${perSecond((copied - startedAt) / 1000)} while reading`,
  )
  console.log(
    `COPY of the same rows and the indexes: ${peerSeconds.toFixed(0)} s, ${perSecond(peerSeconds)} in all, ${perSecond(peerCopied)} while copying`,
  )
  console.log(`ratio ${ratio.toFixed(2)} (target: ${targets.ratio})`)
  console.log(`memory at most ${Math.round(memory / 2 ** 20)} MiB (target: ${targets.memoryMib})`)
  process.exitCode = ratio < targets.ratio || memory > targets.memoryMib * 2 ** 20 ? 1 : 0
} finally {
  server.kill()
  await postgres.close()
  await rm(dir, { recursive: true, force: true })
}
