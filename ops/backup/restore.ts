import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupReader, type FileOptions, type Header, type TablePart } from './backup-file.ts'
import { BackupRefused, quoteName, requireSchema, storedColumns } from './schema-version.ts'
import { keptTables, passingTables, rebuiltTables, waitingTables } from './tables.ts'

/** The cron's lane that follows the ledger and moves money. It waits until the repair ends its lease. */
export const heldLane = 'cron'
export const leaseHolder = 'restore'

const allTables = [...keptTables, ...rebuiltTables, ...passingTables]

async function requireEmpty(client: Client) {
  const checks = allTables.map(
    (table) => `select '${table}' as name where exists (select 1 from ${quoteName(table)})`,
  )
  const { rows } = await client.query<{ name: string }>(checks.join(' union all '))
  if (rows.length > 0)
    throw new BackupRefused(
      `The database is not empty (${rows.map(({ name }) => name).join(', ')}): restore into a new one, after npx drizzle-kit migrate.`,
    )
}

async function loadTable(client: Client, { copy: table, columns }: TablePart, reader: BackupReader) {
  const expected = waitingTables.includes(table) ? null : await storedColumns(client, table)
  const isOurs = allTables.some((name) => name === table)
  if (!isOurs || (expected !== null && expected.join() !== columns.join()))
    throw new BackupRefused(`The table ${table} of the backup is not that of this schema.`)
  const list = columns.map(quoteName).join(', ')
  const schema = expected === null ? 'restored' : 'public'
  const stream = client.query(copyFrom(`copy ${schema}.${quoteName(table)} (${list}) from stdin`))
  await pipeline(Readable.from(reader.readRows(), { objectMode: false }), stream)
}

/** Lets identity columns continue after the largest restored value. */
async function continueSequences(client: Client) {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, attname as column from pg_attribute
     where attrelid = any($1::regclass[]) and attidentity <> ''`,
    [keptTables.map((table) => `public.${table}`)],
  )
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), (select coalesce(max(${quoteName(column)}), 0) + 1 from ${table}), false)`,
    )
}

/** Holds the cron, and stores the moment from which the repair continues. */
async function holdSite(client: Client, ledgerIndex: number) {
  await client.query(
    `insert into leases (name, holder, expires_at) values ($1, $2, '2200-01-01')
     on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at`,
    [heldLane, leaseHolder],
  )
  await client.query('create table restored.run as select $1::bigint as ledger_index, now() as restored_at', [
    ledgerIndex,
  ])
  await client.query(
    'create table restored.bid_tickets as select t.account, t.ticket, t.bid_id, b.bought from bid_tickets t join standing_bids b on b.id = t.bid_id',
  )
}

/**
 * Prepares the repair of a database that went back to an earlier moment by other means, such as a point-in-time restore.
 * Its index and cursor went back, too, so the repair continues there. Repeating it changes nothing.
 */
export async function holdRewound(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await requireSchema(client)
    const { rows } = await client.query<{ index: string; held: boolean }>(
      "select ledger_index::text as index, to_regclass('restored.run') is not null as held from ledger_cursor",
    )
    if (rows[0] === undefined) throw new BackupRefused('The index of this database follows no ledger yet.')
    if (rows[0].held) return
    await client.query('create schema restored')
    await holdSite(client, Number(rows[0].index))
    await client.query('delete from ledger_tickets where submission_id is null; delete from sessions')
    await client.query('commit')
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Loads a backup into an empty database with the same schema, in one transaction: a damaged file, a lost connection or a
 * kill changes nothing. The bootstrap then adds the state of the ledger, and the repair the time since the backup. Until
 * then the cron does not work.
 */
export async function restore({
  databaseUrl,
  file,
  onTable = () => undefined,
}: FileOptions): Promise<Header> {
  const reader = new BackupReader(file)
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  try {
    const header = await reader.readHeader()
    await client.connect()
    await client.query('begin')
    await client.query(
      "set local statement_timeout = 0; select pg_advisory_xact_lock(hashtext('opx/restore'))",
    )
    const migration = await requireSchema(client)
    if (header.migration !== migration)
      throw new BackupRefused(
        `The backup has the schema of ${header.migration}, and the database that of ${migration}: use the version of the site that made it, and migrate afterwards.`,
      )
    await requireEmpty(client)
    await client.query('create schema restored')
    for (const table of waitingTables)
      await client.query(`create table restored.${quoteName(table)} (like public.${quoteName(table)})`)
    for (let part = await reader.readTable(); part !== null; part = await reader.readTable()) {
      await onTable(part.copy)
      await loadTable(client, part, reader)
    }
    await continueSequences(client)
    await client.query('update collections set stats_due = true, stats_marks = stats_marks + 1')
    await holdSite(client, header.ledgerIndex)
    await client.query('commit')
    return header
  } finally {
    await reader.close()
    await client.end().catch(() => undefined)
  }
}
