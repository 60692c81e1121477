import { type ChildProcess, spawn } from 'node:child_process'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { openDatabase } from '#db/client.ts'
import { startNeonProxy } from '#local/neon-proxy/start.ts'
import { openPool } from '#local/postgres/databases.ts'
import { repair } from '#ops/backup/repair.ts'
import { keptTables } from '#ops/backup/tables.ts'
import type { Chance } from '#tests/drift/chance.ts'
import type { Market } from '#tests/drift/market.ts'

const main = path.join(import.meta.dirname, '../../ops/backup/main.ts')
const killsOfEach = 6

/** Runs a command and kills it when it begins a table. Returns true if it was killed there. */
function killAt(command: string, databaseUrl: string, file: string, table: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child: ChildProcess = spawn(process.execPath, [main, command, file, '--database', databaseUrl], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().split('\n').includes(table)) child.kill('SIGKILL')
    })
    child.once('close', (_code, signal) => resolve(signal === 'SIGKILL'))
  })
}

const someTables = (chance: Chance) =>
  Array.from({ length: killsOfEach }, () => chance.pick([...keptTables]) ?? 'wallets')

/** Kills backups at random tables. None may leave a file with the name of a backup. Returns the number of kills. */
export async function killBackup(databaseUrl: string, file: string, chance: Chance): Promise<number> {
  let kills = 0
  for (const table of someTables(chance)) {
    if (await killAt('backup', databaseUrl, file, table)) kills += 1
    if (
      await access(file).then(
        () => true,
        () => false,
      )
    )
      throw new Error(`A backup killed at ${table} left a file.`)
  }
  return kills
}

/** Kills restores at random tables. The database must stay empty. Returns the number of kills. */
export async function killRestore(databaseUrl: string, file: string, chance: Chance): Promise<number> {
  const pool = openPool(databaseUrl, 1)
  let kills = 0
  try {
    for (const table of someTables(chance)) {
      if (await killAt('restore', databaseUrl, file, table)) kills += 1
      const { rows } = await pool.query(
        "select (select count(*)::int from collections) as rows, to_regclass('restored.run') is not null as marked",
      )
      if (rows[0].rows > 0 || rows[0].marked) throw new Error(`A restore killed at ${table} left rows.`)
    }
  } finally {
    await pool.end()
  }
  return kills
}

/**
 * Cuts a repair off before and after each of its commits, and begins it again each time, until it is done. Returns the
 * number of cuts, and what the operator has to decide.
 */
export async function killRepair(
  market: Market,
  databaseUrl: string,
): Promise<{ kills: number; problems: string[] }> {
  let kills = 0
  let problems: string[] = []
  const onProblems = (latest: string[]) => (problems = latest)
  // The first runs are cut off while they follow the ledger; what they have followed stays.
  for (const firstPoint of [0, 1, 0])
    for (let point = firstPoint; ; point += 1) {
      const isCut = await runCut(market, databaseUrl, point, onProblems)
      if (!isCut) return { kills, problems }
      kills += 1
      if (await isDone(databaseUrl)) return { kills, problems }
      if (kills < 3) break
    }
  throw new Error('The repair has no end.')
}

async function isDone(databaseUrl: string): Promise<boolean> {
  const pool = openPool(databaseUrl, 1)
  const { rows } = await pool.query("select to_regclass('restored.run') is null as done")
  await pool.end()
  return rows[0].done
}

/** Runs a repair whose connection breaks at a point. Returns false if it ended before that. */
async function runCut(
  market: Market,
  databaseUrl: string,
  point: number,
  onProblems: (problems: string[]) => void,
): Promise<boolean> {
  let passed = 0
  const pass = async () => {
    passed += 1
    if (passed > point) throw new Error('The repair was killed.')
  }
  const proxy = await startNeonProxy({ port: 0, databaseUrl, commits: { before: pass, after: pass } })
  const pending: Promise<unknown>[] = []
  const db = openDatabase({ url: databaseUrl, proxy: proxy.address, waitUntil: (work) => pending.push(work) })
  try {
    await repair({ ...market.context, db }, { onProblems })
    return false
  } catch (error) {
    if (passed <= point) throw error
    return true
  } finally {
    await Promise.allSettled(pending)
    await proxy.close()
  }
}
