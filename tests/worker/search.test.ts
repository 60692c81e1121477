import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reader } from '#db/executor.ts'
import { searchCollections, searchNfts } from '#db/queries/search.ts'
import { type OwnDatabase, openOwnDatabase } from '#tests/support/own-database.ts'

// Search on an index of its own: three names of one word each, and names of several words.

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
    insert into name_stems select distinct name_stem(name) from nfts;
    insert into name_stem_words select key, stem from name_stems, word_keys(words) key;
    insert into name_words select distinct name_words_of(stem) from name_stems;
    insert into collections (id, issuer, taxon, name) values
      ('tides', 'rArtist', 0, 'Saffron Tides'), ('night', 'rArtist', 1, 'Midnight'), ('hidden', 'rArtist', 2, 'Saffron Tide');
    update collections set announced = false where id = 'hidden';
  `)
})
afterAll(() => own?.close())

const found = async (text: string) => {
  const cards = await searchNfts(db, rules, text, 36)
  return [...new Set(cards.map((card) => card.name?.replace(/ #\d+$/, '')))]
}

const word = fc.stringMatching(/^[a-zà-ö0-9]{3,20}$/)
const typed = fc.tuple(word, fc.nat(), fc.stringMatching(/^[a-z]$/), fc.constantFrom(0, 1, 2, 3))

/** The word with one letter missing, added, another one, or swapped with the next. */
function withError([text, at, letter, kind]: [string, number, string, number]): string {
  const place = at % (text.length - 1)
  const [before, first, second] = [text.slice(0, place), text[place], text[place + 1]]
  const after = text.slice(place + 2)
  return (
    before + [second, `${first}${letter}${second}`, `${letter}${second}`, `${second}${first}`][kind] + after
  )
}

test('a word with any one typing error has a deletion in common with the word', async () => {
  const pairs = fc.sample(typed, { numRuns: 2000, seed: 22 }).map((given) => [given[0], withError(given)])
  const { rows } = await client.query(
    `select a, b from unnest($1::text[], $2::text[]) pair(a, b) where not word_deletions(a) && word_deletions(b)`,
    [pairs.map(([text]) => text), pairs.map(([, error]) => error)],
  )
  expect(rows).toEqual([])
})

test('a name has a bounded number of keys, each two of its first words once and in order', async () => {
  const keys = async (words: string[]) => {
    const { rows } = await client.query('select word_keys($1::text[]) as key', [words])
    return rows.map(({ key }) => String(key))
  }
  expect(await keys(['comet', 'tide', 'velvet'])).toEqual([
    'comet',
    'tide',
    'velvet',
    'comet tide',
    'comet velvet',
    'tide velvet',
  ])
  expect(await keys(Array.from({ length: 60 }, (_, place) => `word${place}`))).toHaveLength(60 + 66)
})

test.each([
  // Half of the trigrams of a short word are gone with one letter.
  ['coemt', ['Comet']],
  ['cmet', ['Comet']],
  ['cxmet', ['Comet']],
  ['ragrlior', ['Ragrilor']],
  ['velvte', ['Golden Velvet Tide']],
  // Two words in any order, with others between them; three; one that occurs twice when its error is gone.
  ['tide golden', ['Golden Velvet Tide']],
  ['tdie glden', ['Golden Velvet Tide']],
  ['velvet tide goldne', ['Golden Velvet Tide']],
  ['velvte velvet', ['Golden Velvet Tide']],
  // What is known is not corrected, and what has no name with all of its words is not shown.
  ['tide ragrilor', []],
  ['xyz', []],
  // More than one error, or the beginning of a longer word: by trigrams.
  ['safffronn', ['Saffron', 'Tide of Saffron']],
  ['orchestral', ['Orchard Orchestra']],
])('%s', async (text, expected) => {
  expect(await found(text)).toEqual(expected)
})

test('collections are found by the words of works that were meant', async () => {
  const ids = async (text: string) =>
    (await searchCollections(db, text, 24)).map(({ collection }) => collection.id)
  expect(await ids('safrfon tdie')).toEqual(['tides'])
  expect(await ids('safrfon')).toEqual(['tides'])
  // By trigrams: no work has the word.
  expect(await ids('midnigt')).toEqual(['night'])
  expect(await ids('nothing like it')).toEqual([])
})
