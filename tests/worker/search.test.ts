import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '#db/executor.ts'
import { searchCollections, searchNfts } from '#db/queries/market/search.ts'
import { type OwnDatabase, openOwnDatabase } from '#tests/support/own-database.ts'

// Searches a separate index with three names of one word each, and names of several words.

const name = 'search_words'
const rules = { marketplace: 'rMarket', minimumDrops: 100_000n, otherBrokers: {} }
const names = ['Comet', 'Saffron', 'Ragrilor', 'Golden Velvet Tide', 'Tide of Saffron', 'Orchard Orchestra']
let own: OwnDatabase
let client: OwnDatabase['client']
let db: Reader

beforeAll(async () => {
  own = await openOwnDatabase(name)
  client = own.client
  db = own.db
  await client.query(
    `insert into nfts (id, issuer, taxon, sequence, flags, transfer_fee, owner, state_ledger, state_position, metadata_state, name)
     select lpad(to_hex(100 * n.place + g), 64, '0'), 'rArtist', 0, 100 * n.place + g, 8, 0, 'rOwner', 1, 0, 'ready', n.name || ' #' || g
     from unnest($1::text[]) with ordinality n(name, place), generate_series(1, 3) g`,
    [names],
  )
  await client.query(`
    insert into name_words select distinct word from nfts, regexp_split_to_table(search_name, '[^[:alnum:]]+') word where length(word) > 2;
    insert into collections (id, issuer, taxon, name) values
      ('tides', 'rArtist', 0, 'Saffron Tides'), ('night', 'rArtist', 1, 'Midnight'), ('hidden', 'rArtist', 2, 'Saffron Tide');
    update collections set announced = false where id = 'hidden';
  `)
})
afterAll(() => own?.close())

const namesOf = async (text: string) => {
  const cards = await searchNfts(db, rules, text, 36)
  return [...new Set(cards.map((card) => card.name?.replace(/ #\d+$/, '')))]
}

test.each([
  ['commet', ['Comet']],
  ['cmet', ['Comet']],
  ['cxmet', ['Comet']],
  ['ragrlior', ['Ragrilor']],
  // Two letters are swapped. A short word has few other letters in common.
  ['coemt', ['Comet']],
  ['ocmet', ['Comet']],
  ['tdie golden', ['Golden Velvet Tide']],
  ['velvte', ['Golden Velvet Tide']],
  // Several words are found in any order, with other words between them, also if a word occurs twice once its error is
  // corrected.
  ['tide golden', ['Golden Velvet Tide']],
  ['tidee glden', ['Golden Velvet Tide']],
  ['velvet tide goldne', ['Golden Velvet Tide']],
  ['velvte velvet', ['Golden Velvet Tide']],
  // Correct words are not changed. A query has no results if no name contains all of its words.
  ['tide ragrilor', []],
  ['xyz', []],
  // Trigrams find words with more than one error, and the beginnings of longer words.
  ['safffronn', ['Saffron', 'Tide of Saffron']],
  ['orchestral', ['Orchard Orchestra']],
])('a search for "%s" finds the works with such a name', async (text, expected) => {
  expect(await namesOf(text)).toEqual(expected)
})

test('collections are found by names that are like the text', async () => {
  const ids = async (text: string) =>
    (await searchCollections(db, text, 24)).map(({ collection }) => collection.id)
  expect(await ids('safron tids')).toEqual(['tides'])
  expect(await ids('saffrn')).toEqual(['tides'])
  expect(await ids('midnigt')).toEqual(['night'])
  expect(await ids('ngiht')).toEqual(['night'])
  expect(await ids('nothing like it')).toEqual([])
})

test('names that are full of similar words do not make a search slower', async () => {
  await client.query("insert into name_words select 'orchr' || to_hex(g) from generate_series(4096, 8095) g")
  await client.query('analyze name_words')
  const { sql: text, params } = searchNfts(db, rules, 'orchrd', 36).toSQL()
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, params)
  const plan = JSON.stringify(rows)
  const reads = [...plan.matchAll(/"Relation Name":"name_words".*?"Actual Rows":([\d.]+)/g)]
  // Reads of similar words, and of words with two swapped letters.
  expect(reads.map(([, count]) => Number(count))).toEqual([1000, 0])
})
