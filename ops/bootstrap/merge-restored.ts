import type { Client } from 'pg'
import type { Cursor } from '#db/queries/ledger-index/writes.ts'

/** Columns of a token that follow from its URI. They are those of the backup while the URI is the same. */
const readColumns = [
  'name',
  'metadata',
  'metadata_state',
  'metadata_tries',
  'metadata_due_at',
  'metadata_reader',
  'metadata_tried_at',
  'metadata_problem',
  'rarity_score',
  'rarity_rank',
]
const chosenColumns = ['minted_at', 'files_freed', 'adult', 'featured_at']

async function columnsOf(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`public.${table}`],
  )
  return rows[0]?.names ?? ''
}

/**
 * Adds what a backup knows of tokens and offers to a bootstrap: metadata, decisions, burned tokens, ended offers.
 * Returns the ledger of the backup, from which the follower continues, so that it sees every ledger since; null if the
 * database was not restored. The state that was read from the ledger is newer and stays. See ops/backup.
 */
export async function mergeRestored(client: Client): Promise<Cursor | null> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('restored.ledger_cursor') is not null as there",
  )
  if (tables[0]?.there !== true) return null
  const setRead = readColumns.map(
    (name) => `${name} = case when n.uri is not distinct from r.uri then r.${name} else n.${name} end`,
  )
  const setChosen = chosenColumns.map((name) => `${name} = r.${name}`)
  await client.query(
    `update nfts n set ${[...setRead, ...setChosen].join(', ')} from restored.nfts r where n.id = r.id`,
  )
  for (const table of ['nfts', 'offers']) {
    const names = await columnsOf(client, table)
    await client.query(
      `insert into ${table} (${names}) select ${names} from restored.${table} on conflict (id) do nothing`,
    )
  }
  await client.query(
    `update offers o set confirmed_ledger = r.confirmed_ledger from restored.offers r
     where o.id = r.id and r.confirmed_ledger is not null`,
  )
  const { rows } = await client.query<{ ledger_index: string; ledger_hash: string; closed_at: Date }>(
    'select ledger_index::text, ledger_hash, closed_at from restored.ledger_cursor',
  )
  await client.query('drop table restored.nfts, restored.offers')
  const [row] = rows
  return row === undefined
    ? null
    : { ledgerIndex: Number(row.ledger_index), ledgerHash: row.ledger_hash, closedAt: row.closed_at }
}

/** Keeps the beginning of all figures, which the first cursor set. */
export async function keepBeginning(client: Client) {
  await client.query(
    'update ledger_cursor c set began_at = r.began_at from restored.ledger_cursor r where c.name = r.name',
  )
  await client.query('drop table restored.ledger_cursor')
}
