import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { takeLease } from '#db/queries/leases.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { backUp } from '#ops/backup/backup.ts'
import { lineOf, newHeader, writeBackupFile } from '#ops/backup/backup-file.ts'
import { holdRewound, restore } from '#ops/backup/restore.ts'

const { templateUrl } = inject('services')
const names: string[] = []
let dir = ''
let source = ''
let file = ''
let target = ''

async function emptyDatabase(): Promise<string> {
  const name = `backup_${names.length}`
  names.push(name)
  return createDatabaseFromTemplate(templateUrl, 'template_opx', name)
}

async function query(url: string, sql: string, values: unknown[] = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}

const strangeText = 'a\tb\\c\nd\r\u2028\\N "e" 😀'

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'opx-backup-'))
  source = await emptyDatabase()
  await query(
    source,
    `insert into ledger_cursor (name, ledger_index, ledger_hash, closed_at) values ('follower', 70, 'F0', '2026-11-01T10:00:00Z');
     insert into notifications (account, key, kind, at) select 'rA', n::text, 'sold', now() from generate_series(1, 3) n;
     insert into sessions (id, account, signed_at, expires_at) values (gen_random_uuid(), 'rA', now(), now());
     insert into leases (name, holder, expires_at) values ('cron', 'old', now());
     insert into ledger_tickets values (1, null), (2, gen_random_uuid());
     insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, burned)
       select n::text, 'rA', 0, n, 8, 0, 'rA', 5, 0, case when n = 1 then 'ready' else 'pending' end, n = 2 from generate_series(1, 3) n`,
  )
  await query(
    source,
    'insert into collections (id, issuer, taxon, name, description) values ($1, $2, 0, $3, $4)',
    ['c', 'rA', 'Émile', strangeText],
  )
  file = path.join(dir, 'first.backup')
  await backUp({ databaseUrl: source, file })
})
beforeEach(async () => {
  target = await emptyDatabase()
})
afterAll(async () => {
  for (const name of names) await dropDatabase(templateUrl, name)
  await rm(dir, { recursive: true, force: true })
})

const restoreInto = (from: string) => restore({ databaseUrl: target, file: from })

/** Writes another file and expects a restore of it to be refused and to leave nothing behind. */
async function expectRefusal(bytes: Buffer, message: RegExp) {
  const other = path.join(dir, 'other.backup')
  await writeFile(other, bytes)
  await expect(restoreInto(other)).rejects.toThrow(message)
  expect(
    await query(
      target,
      "select 1 from collections union all select 1 from pg_namespace where nspname = 'restored'",
    ),
  ).toEqual([])
}

test('texts with any characters, generated columns and identities come back', async () => {
  await restoreInto(file)
  expect(await query(target, 'select name, search_name, description, stats_due from collections')).toEqual([
    { name: 'Émile', search_name: 'emile', description: strangeText, stats_due: true },
  ])
  const [added] = await query(
    target,
    "insert into notifications (account, key, kind, at) values ('rA', 'next', 'sold', now()) returning id::int",
  )
  expect(added).toEqual({ id: 4 })
})

test('sessions and free tickets do not come back, and tokens wait for the bootstrap', async () => {
  await restoreInto(file)
  expect(await query(target, 'select 1 from sessions union all select 1 from nfts')).toEqual([])
  expect(await query(target, 'select ticket::int from ledger_tickets')).toEqual([{ ticket: 2 }])
  expect(await query(target, 'select id, burned from restored.nfts order by id')).toEqual([
    { id: '1', burned: false },
    { id: '2', burned: true },
  ])
  expect(await query(target, 'select ledger_index::int from restored.run')).toEqual([{ ledger_index: 70 }])
})

test('nobody can run the lane of the cron that moves money before the repair', async () => {
  await restoreInto(file)
  const client = new Client({ connectionString: target })
  await client.connect()
  expect(await takeLease(drizzle(client), 'cron', 'a worker', 20)).toBe(false)
  expect(await takeLease(drizzle(client), 'cron-side', 'a worker', 20)).toBe(true)
  await client.end()
})

test('a database that was rewound is held once, without its sessions and free tickets', async () => {
  const rewound = await emptyDatabase()
  await query(
    rewound,
    `insert into ledger_cursor (name, ledger_index, ledger_hash, closed_at) values ('follower', 90, 'F0', now());
     insert into sessions (id, account, signed_at, expires_at) values (gen_random_uuid(), 'rA', now(), now());
     insert into ledger_tickets values (1, null), (2, gen_random_uuid())`,
  )
  await holdRewound(rewound)
  await query(rewound, 'update ledger_cursor set ledger_index = 95')
  await holdRewound(rewound)
  expect(await query(rewound, 'select ledger_index::int from restored.run')).toEqual([{ ledger_index: 90 }])
  expect(await query(rewound, 'select ticket::int from ledger_tickets')).toEqual([{ ticket: 2 }])
  expect(await query(rewound, 'select 1 from sessions')).toEqual([])
})

test('a damaged file is refused: cut off, changed in one byte, or with a changed row', async () => {
  const bytes = await readFile(file)
  await expectRefusal(bytes.subarray(0, bytes.length - 20), /damaged/)
  const changed = Buffer.from(bytes)
  const middle = Math.floor(changed.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 1
  await expectRefusal(changed, /damaged/)
  const text = gunzipSync(bytes).toString()
  await expectRefusal(gzipSync(text.replace('Émile', 'Emile')), /damaged: its checksum/)
  await expectRefusal(gzipSync(text.split('\n').slice(0, -2).join('\n')), /damaged/)
  await expectRefusal(Buffer.from('no gzip file'), /damaged/)
})

test('a backup of another schema is refused', async () => {
  const other = path.join(dir, 'schema.backup')
  async function* chunks() {
    yield lineOf(newHeader({ migration: '0001_older', ledgerIndex: 70, takenAt: '2026-11-01T10:00:00Z' }))
  }
  await writeBackupFile(other, chunks())
  await expect(restoreInto(other)).rejects.toThrow(/schema of 0001_older/)
})

test('a database with rows, and a second restore, are refused', async () => {
  await query(
    target,
    "insert into profiles (account, name, role, avatar_cid, background_cid) values ('rA', 'a', 'User', 'b', 'c')",
  )
  await expect(restoreInto(file)).rejects.toThrow(/not empty \(profiles\)/)
  await query(target, 'delete from profiles')
  await restoreInto(file)
  await expect(restoreInto(file)).rejects.toThrow(/not empty/)
})

test('a backup neither replaces a file nor reads an index that follows no ledger', async () => {
  await expect(backUp({ databaseUrl: source, file })).rejects.toThrow(/exists/)
  const other = path.join(dir, 'empty.backup')
  await expect(backUp({ databaseUrl: target, file: other })).rejects.toThrow(/follows no ledger/)
  await restoreInto(file)
  await expect(backUp({ databaseUrl: target, file: other })).rejects.toThrow(/follows no ledger/)
})

test('a backup has the rows of one moment, whatever is written meanwhile', async () => {
  const during = path.join(dir, 'during.backup')
  await backUp({
    databaseUrl: source,
    file: during,
    onTable: async (table) => {
      if (table === 'wallets')
        await query(source, "insert into follows (follower, followee) values ('rA', 'rB')")
    },
  })
  const rowsOf = async (one: string) =>
    gunzipSync(await readFile(one))
      .toString()
      .split('\n')
      .slice(1, -2)
  expect(await rowsOf(during)).toEqual(await rowsOf(file))
  expect(await query(source, 'select follower from follows')).toHaveLength(1)
})
