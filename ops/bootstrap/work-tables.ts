import type { Client } from 'pg'
import type { PinnedLedger, ServerKind } from './ledger-state.ts'

// State of a bootstrap, in a separate schema that is dropped at the end. A lane's marker is updated in the transaction
// that copies the rows before it, so a killed bootstrap continues without gaps and duplicate rows.

/** A part of the key space that is read separately. Keys are 64 hex digits. */
export interface Lane {
  id: number
  /**
   * The first two digits of the lane's first key (`from`), and of the first key after the lane (`to`; null at the end of
   * the key space).
   */
  from: string
  to: string | null
  marker: string | null
  done: boolean
}

export interface Run {
  ledger: PinnedLedger
  phase: 'copy' | 'derive'
  /** Null for all issuers. */
  issuers: string[] | null
  /** The last token whose offers were evaluated. */
  judged: string
}

const lock = `pg_try_advisory_lock(hashtext('opx/bootstrap')) as locked`

/**
 * Takes the bootstrap lock, which is released with the connection. Returns false if another bootstrap holds the lock.
 */
export async function lockBootstrap(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${lock}`)
  return rows[0]?.locked === true
}

/** Returns a message about existing data that prevents a bootstrap, or null. */
export async function whyNotEmpty(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ followed: boolean; filled: boolean }>(
    'select exists (select 1 from ledger_cursor) as followed, exists (select 1 from nfts) or exists (select 1 from offers) as filled',
  )
  if (rows[0]?.followed === true)
    return 'The index of this database follows a ledger already. A bootstrap fills an empty one, before the site starts.'
  if (rows[0]?.filled === true) return 'This database has tokens or offers. A bootstrap fills an empty one.'
  return null
}

export async function findRun(client: Client): Promise<Run | null> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('bootstrap.run') is not null as there",
  )
  if (tables[0]?.there !== true) return null
  const { rows } = await client.query<{
    ledger_index: string
    ledger_hash: string
    closed_at: Date
    server: ServerKind
    phase: Run['phase']
    issuers: string[] | null
    judged: string
  }>('select ledger_index::text, ledger_hash, closed_at, server, phase, issuers, judged from bootstrap.run')
  const [row] = rows
  if (row === undefined) return null
  const { phase, issuers, judged: judgedCount } = row
  const ledger = {
    index: Number(row.ledger_index),
    hash: row.ledger_hash,
    closedAt: row.closed_at,
    server: row.server,
  }
  return { ledger, phase, issuers, judged: judgedCount }
}

/** Begins a run. The tables lose their indexes, which are built at the end, because that is several times faster. */
export async function beginRun(client: Client, run: Pick<Run, 'ledger' | 'issuers'>, lanes: Lane[]) {
  const { ledger, issuers } = run
  await client.query('begin')
  await client.query(`
    create schema bootstrap;
    create table bootstrap.run (ledger_index bigint not null, ledger_hash text not null, closed_at timestamptz not null,
      server text not null, phase text not null, issuers text[], judged text not null default '');
    create table bootstrap.lanes (id int primary key, first text not null, behind text, marker text, done boolean not null);
    create table bootstrap.accounts (account text not null, balance_drops numeric not null, owner_count int not null);
    create table bootstrap.indexes (build text not null, stage text not null);
    insert into bootstrap.indexes select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)), 'judging'
      from pg_constraint where conrelid in ('nfts'::regclass, 'offers'::regclass) and contype = 'p';
    insert into bootstrap.indexes select pg_get_indexdef(indexrelid), case indrelid when 'offers'::regclass then 'judging' else 'reading' end from pg_index
      where indrelid in ('nfts'::regclass, 'offers'::regclass) and not indisprimary;
    do $$ declare one record; begin
      for one in select indexrelid::regclass as name from pg_index
        where indrelid in ('nfts'::regclass, 'offers'::regclass) and not indisprimary
      loop execute 'drop index ' || one.name; end loop;
      for one in select conname, conrelid::regclass as on_table from pg_constraint
        where conrelid in ('nfts'::regclass, 'offers'::regclass) and contype = 'p'
      loop execute format('alter table %s drop constraint %I', one.on_table, one.conname); end loop;
    end $$`)
  await client.query('insert into bootstrap.run values ($1, $2, $3, $4, $5, $6)', [
    ledger.index,
    ledger.hash,
    ledger.closedAt,
    ledger.server,
    'copy',
    issuers,
  ])
  for (const { id, from, to } of lanes)
    await client.query('insert into bootstrap.lanes values ($1, $2, $3, null, false)', [id, from, to])
  await client.query('commit')
}

export async function readLanes(client: Client): Promise<Lane[]> {
  const { rows } = await client.query<Lane>(
    'select id, first as from, behind as to, marker, done from bootstrap.lanes order by id',
  )
  return rows
}

/**
 * Builds the indexes that a stage needs. Token indexes that only readers need are built last, after prices are written.
 * An index that already exists was built before an interruption.
 */
export async function buildIndexes(
  client: Client,
  stage: 'judging' | 'reading',
  onEach: (builtCount: number, of: number) => void,
) {
  const { rows } = await client.query<{ build: string }>(
    'select build from bootstrap.indexes where stage = $1',
    [stage],
  )
  for (const [n, { build }] of rows.entries()) {
    onEach(n, rows.length)
    await client.query('begin')
    await client.query("set local maintenance_work_mem = '256MB'")
    await client.query(build)
    await client.query('delete from bootstrap.indexes where build = $1', [build])
    await client.query('commit')
  }
}

/** Ends a run that cannot continue: removes the copied rows and rebuilds the indexes. */
export async function abandonRun(client: Client) {
  await client.query('truncate nfts, offers, account_funds, trust_lines, account_settings')
  for (const stage of ['judging', 'reading'] as const) await buildIndexes(client, stage, () => undefined)
  await client.query('drop schema bootstrap cascade')
}
