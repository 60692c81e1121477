import type { Pool } from 'pg'

export const bigCollection = 'c1'
const issuers = 2000

/** Number of works in the largest collection, enough for 5,000 pages. */
export const bigShare = 130_000

/**
 * Works of two collections with uneven data: some names differ by more than their numbers, a fifth of the works has the
 * same price, the artist owns half of them, and one collector a fifth of the rest. In a small index both are empty. The
 * other collections share the remaining tokens.
 */
const unevenShares = { c2: 20_000, c3: 1900 }
export const collector = 'rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq'

const words =
  'Orchard Harbour Tide Signal Ember Meadow Glass Lantern Comet Hollow Velvet Quartz Raven Willow Cobalt Saffron Marble Delta Fjord Canyon'

/** Number of additional traits in the larger uneven collection. Nine of ten works have the same value. */
export const layers = 10

/** 8,000 invented words, so that each collection has its own names. */
const syllables = 'ba ven tor lis qua mi dor eth ra sol ne vix cal um pho gri za lor ine ky'

/** Builds an NFTokenID, which contains the issuer's account and ends with the token's number. */
const idOf = (collection: string, n: string) =>
  `'00080000' || upper(lpad(to_hex((${collection}) % ${issuers}), 40, '0') || lpad(to_hex(${n}), 16, '0'))`
export const bigWork = (n: number) =>
  `00080000${'1'.padStart(40, '0')}${n.toString(16).toUpperCase().padStart(16, '0')}`
const issuerOf = (n: string) => `'rIssuer' || lpad((${n})::text, 8, '0') || 'xxxxxxxxxxxxxxxxxx'`
const wordOf = (n: string) => `(string_to_array('${words}', ' '))[1 + (${n})::int % 20]`

const inventedOf = (n: string) =>
  `initcap(${['', ' / 20', ' / 400'].map((by) => `(string_to_array('${syllables}', ' '))[1 + ((${n})${by})::int % 20]`).join(' || ')})`

/** Returns a pseudo-random number below a limit; the same number in every run. */
const randomOf = (n: string, from: string, below: number) =>
  `((hashtext((${n})::text || '${from}')::bigint + 2147483648) % ${below})`

/** Columns of the tokens in the uneven collections. */
const uneven = {
  owner: (issuer: string) =>
    `case when ${randomOf('i', 'owner', 2)} = 0 then ${issuer} when ${randomOf('i', 'holder', 5)} = 0 then '${collector}'
       else 'rOwner' || lpad(${randomOf('i', 'others', 5000)}::text, 8, '0') end`,
  name: `${wordOf(randomOf('i', 'word', 20))} || ' ' || ${inventedOf(randomOf('i', 'name', 8000))} || ' ' || ${inventedOf(randomOf('i', 'second', 8000))}
       || case when ${randomOf('i', 'numbered', 5)} = 0 then ' #' || i else '' end`,
  price: `case when ${randomOf('i', 'listed', 3)} > 0 then
       case when ${randomOf('i', 'same', 5)} = 0 then 25000000 else floor(1000000 * exp(${randomOf('i', 'price', 10_000)} / 1000.0)) end end::numeric`,
}

/** Returns statements that fill the index with `tokens` tokens in `collections` collections, as the follower would. */
function statements(tokens: number, collections: number): [what: string, sql: string][] {
  const { c2, c3 } = tokens < 2 * bigShare ? { c2: 0, c3: 0 } : unevenShares
  const collectionOf = `case when i <= ${bigShare} then 1 when i <= ${bigShare + c2} then 2 when i <= ${bigShare + c2 + c3} then 3
    else 4 + (i % ${collections - 3}) end`
  return [
    ['cursor', `insert into ledger_cursor values ('validated', 1000000, repeat('A', 64), now())`],
    [
      'collections',
      `insert into collections (id, issuer, taxon, name, description, verified, featured_at, random, stats_due, items_count, owners_count, listed_count, floor_drops, volume_day_drops, volume_week_drops)
       select 'c' || n, ${issuerOf(`n % ${issuers}`)}, n, ${wordOf('n')} || ' ' || ${wordOf('n / 20')} || ' ' || n, 'A series', n % 7 = 0,
         case when n % 500 = 0 then now() end, n % 11 = 0, false, 100, 40, 20,
         case when n % 3 > 0 then 1000000 * (1 + n * 7919 % 5000) end, case when n % 4 = 0 then 1000000::numeric * (n * 31 % 9000) else 0 end, 1000000::numeric * (n * 17 % 90000)
       from generate_series(1, ${collections}::bigint) n`,
    ],
    [
      'tokens',
      `insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, uri, state_ledger, state_position, minted_at, name, metadata, metadata_state, price_drops, main_offer_id, listed_ledger, rarity_score, rarity_rank)
       select ${idOf('c', 'i')}, issuer, c, i, 8, 5000, owner, '697066733A2F2F', 1000 + i % 900000, 0, now() - (i % 1000) * interval '1 hour', name,
         jsonb_build_object('name', 'Work ' || i, 'description', 'A work', 'image', null, 'animation', null, 'attachment', null, 'attributes', '[]'::jsonb, 'collection', null),
         'ready', price, case when price is not null then 'E' || upper(lpad(to_hex(i), 63, '0')) end, case when price is not null then 1000 + i % 900000 end, 1.5, 1 + i % 900
       from (
         select *, case when c in (2, 3) then ${uneven.owner('issuer')}
             when c = 1 and i % 64 > 0 then issuer else 'rOwner' || lpad((i * 7919 % 50000)::text, 8, '0') end as owner,
           case when c in (2, 3) then ${uneven.name}
             else ${wordOf('i * 13')} || ' ' || case when c = 1 then ${wordOf('i / 7')} else ${inventedOf('c')} end || ' #' || i end as name,
           case when c in (2, 3) then ${uneven.price} when i % 5 = 0 then 1000000::numeric * (1 + i * 7919 % 90000) end as price
         from (select i, c, ${issuerOf(`c % ${issuers}`)} as issuer from (select i, ${collectionOf} as c from generate_series(1, ${tokens}::bigint) i) t) t
       ) t`,
    ],
    [
      'counts',
      `update collections c set stats_at = now(), items_count = n.items, minted_count = n.items
       from (select issuer, taxon, count(*) as items from nfts group by issuer, taxon) n where n.issuer = c.issuer and n.taxon = c.taxon`,
    ],
    [
      'words of names',
      `insert into name_words select distinct word from nfts, regexp_split_to_table(search_name, '[^[:alnum:]]+') word
       where length(word) between 3 and 40 and word !~ '^[0-9]+$'`,
    ],
    [
      'traits',
      `insert into nft_traits (nft_id, issuer, taxon, trait, value)
       select n.id, n.issuer, n.taxon, t.trait, t.trait || ' ' || (n.sequence * t.step % t.kinds)
       from nfts n cross join (values ('Moon', 31, 8), ('Mood', 17, 20), ('Frame', 7, 5)) t(trait, step, kinds)`,
    ],
    [
      'many traits',
      `insert into nft_traits (nft_id, issuer, taxon, trait, value)
       select n.id, n.issuer, n.taxon, 'Layer ' || layer, case when ${randomOf('n.sequence * 100 + layer', 'layer', 10)} > 0 then 'plain' else 'rare' end
       from nfts n cross join generate_series(1, ${layers}) layer where n.taxon = 2`,
    ],
    [
      'offers',
      `insert into offers (id, nft_id, owner, is_sell, amount, amount_drops, destination, state, created_ledger)
       select main_offer_id, id, owner, true, to_jsonb(price_drops::text), price_drops, 'rMarket', 'open', listed_ledger from nfts where price_drops is not null`,
    ],
    [
      'listings in an issued currency',
      `insert into offers (id, nft_id, owner, is_sell, amount, destination, state, created_ledger)
       select 'F' || upper(lpad(to_hex(sequence), 63, '0')), id, owner, true, '{"currency":"USD","issuer":"rGatewayxxxxxxxxxxxxxxxxxxxxxxxxx","value":"12.5"}'::jsonb, 'rMarket', 'open', 1000
       from nfts where price_drops is null and sequence % 50 = 1`,
    ],
    [
      'auctions',
      `insert into auctions (offer_id, nft_id, seller, start_amount, ends_at, state)
       select 'A' || upper(lpad(to_hex(sequence), 63, '0')), id, owner, '"1000000"', now() + interval '1 day', 'running' from nfts where price_drops is null and sequence % 1000 = 2`,
    ],
    [
      'trait counts',
      `insert into trait_counts (issuer, taxon, trait, value, tokens, items)
       select issuer, taxon, trait, value, count(*), max(count(*)) over (partition by issuer, taxon) from nft_traits group by issuer, taxon, trait, value`,
    ],
    [
      'history',
      `insert into history (nft_id, txid, type, offer_id, ledger_index, position, closed_at, issuer, taxon, seller, buyer, amount, amount_drops)
       select id, upper(md5(id) || md5(id || 'x')), 'sale', '', 1000 + sequence % 900000, 0, now() - (sequence % 3000) * interval '1 hour', issuer, taxon, owner, 'rBuyer', '"5000000"', 5000000 from nfts`,
    ],
  ]
}

const tables = ['nfts', 'nft_traits', 'offers', 'history']

/**
 * Fills the database, analyzes it and prints the duration of each part. Builds the indexes at the end, which is several
 * times faster.
 */
export async function fill(database: Pool, tokens: number, collections: number): Promise<void> {
  const timed = async (label: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    console.log(`  ${label.padEnd(30)} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  const client = await database.connect()
  try {
    await client.query(
      "set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB'",
    )
    const { rows: indexes } = await client.query<{ name: string; build: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as build from pg_index
       where indrelid = any($1::text[]::regclass[]) and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
      [tables],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const [label, sql] of statements(tokens, collections)) await timed(label, () => client.query(sql))
    await timed('indexes', async () => {
      for (const { build } of indexes) await client.query(build)
    })
    await timed('statistics', () => client.query('vacuum analyze'))
  } finally {
    client.release(true)
  }
}
