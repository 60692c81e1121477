import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase } from 'pg'
import * as v from 'valibot'
import { migrationsDir } from '#local/postgres/databases.ts'

/** Reason why a backup, a restore or a repair cannot run, as a sentence for the operator. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

const Journal = v.object({ entries: v.array(v.object({ when: v.number(), tag: v.string() })) })

/**
 * Returns the name of the latest migration of this checkout. Throws BackupRefused unless it is also the latest one of
 * the database, because the tables and columns of a backup are those of one schema.
 */
export async function requireSchema(client: ClientBase): Promise<string> {
  const journal = await readFile(path.join(migrationsDir, 'meta', '_journal.json'), 'utf8')
  const latest = v.parse(Journal, JSON.parse(journal)).entries.at(-1)
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  )
  if (rows[0]?.there !== true)
    throw new BackupRefused('The database has no schema: run npx drizzle-kit migrate first.')
  const applied = await client.query<{ when: string }>(
    'select max(created_at)::text as when from drizzle.__drizzle_migrations',
  )
  if (latest === undefined || Number(applied.rows[0]?.when) !== latest.when)
    throw new BackupRefused(
      `The database does not have the schema of this checkout (${latest?.tag}): use the version of the site that runs with it.`,
    )
  return latest.tag
}

/** Returns the columns of a table that are stored, in order. Generated columns are computed again. */
export async function storedColumns(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [`public.${table}`],
  )
  return rows.map(({ name }) => name)
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`
