import 'fake-indexeddb/auto'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addJobs,
  addPortion,
  emptyMints,
  isReadyForPortion,
  jobOf as jobOfRow,
  portionSize,
  removeRows,
  unsavedWorks,
} from '#web/features/create/mint-state.ts'
import {
  attributesOf,
  draftErrors,
  emptyDraft,
  jobOf,
  plainSettings,
  settingsOf,
  storedMintDraft,
  workErrors,
  workOf,
} from '#web/features/create/mint-draft.ts'
import { mintOutcome } from '#web/features/create/use-mint-run.ts'
import {
  entriesOfNames,
  matchMedia,
  repeatedFile,
  withoutCollection,
} from '#web/features/create/multiple/match-media.ts'
import {
  emptyMultiple,
  type Item,
  itemErrors,
  rarityOf,
  readMultiple,
  storeMultiple,
  switchTrait,
  traitsOf,
} from '#web/features/create/multiple/multiple-draft.ts'
import { emptyEdition, storedEdition } from '#web/features/create/edition/edition-draft.ts'
import { listUnfinished } from '#web/features/create/hub/unfinished.ts'
import { filesOfZip } from '#web/features/create/multiple/read-zip.ts'
import { type Entry, parseMetadata } from '#web/features/create/multiple/parse-metadata.ts'
import { beginRow, finish, freshRow, tryAllAgain } from '#web/wallet/runs/run-state.ts'
import { formatBytes } from '#web/kit/uploads/format-bytes.ts'

const entriesOf = async (name: string, content: string) => {
  const parsed = await parseMetadata(name, content)
  return parsed.ok ? parsed.entries : parsed.problem
}
const entry = (more: Partial<Entry> = {}): Entry => ({
  name: 'Moon',
  description: 'A night.',
  attributes: [],
  media: null,
  stem: null,
  ...more,
})

describe('metadata files', () => {
  test('in JSON are one object or a list, with attributes in any form', async () => {
    const one =
      '{"name":"Moon","description":"d","attributes":[{"trait_type":"Sky","value":3}],"image":"1.png"}'
    expect(await entriesOf('12.json', one)).toEqual([
      {
        name: 'Moon',
        description: 'd',
        attributes: [{ trait_type: 'Sky', value: '3' }],
        media: '1.png',
        stem: '12',
      },
    ])
    const list = await entriesOf(
      'all.json',
      '[{"name":"A","traits":{"Eyes":"3"},"image":"ipfs://x"},{"name":"B"}]',
    )
    expect(list).toMatchObject([
      { attributes: [{ trait_type: 'Eyes', value: '3' }], media: null, stem: null },
      { name: 'B' },
    ])
  })

  test('in TXT are the same, or one object per line', async () => {
    expect(await entriesOf('a.txt', '{"name":"A"}\n\n{"name":"B"}\r\n')).toMatchObject([
      { name: 'A' },
      { name: 'B' },
    ])
    expect(await entriesOf('a.txt', 'My picture')).toBe('a.txt is not valid JSON.')
    expect(await entriesOf('a.json', '[1]')).toBe('a.json contains something that is not a JSON object.')
    expect(await entriesOf('a.json', '[]')).toBe('a.json is empty.')
  })

  test('in CSV have unknown columns as attributes, and keep quotes and line breaks', async () => {
    const csv = '\uFEFFName,Description,File,Sky\n"Moon, full","two\nlines",b.png,clear\nSun,day,a.png,\n'
    expect(await entriesOf('all.csv', csv)).toEqual([
      entry({
        name: 'Moon, full',
        description: 'two\nlines',
        attributes: [{ trait_type: 'Sky', value: 'clear' }],
        media: 'b.png',
      }),
      entry({ name: 'Sun', description: 'day', media: 'a.png' }),
    ])
    expect(await entriesOf('all.csv', 'name,description\nA,b,c\n')).toContain('all.csv, line 2')
  })
})

describe('tables of spreadsheet programs', () => {
  const doubtfulOf = async (name: string, content: string) => {
    const parsed = await parseMetadata(name, content)
    return parsed.ok ? parsed.doubtful : parsed.problem
  }

  test('are separated by tabs, too, whatever the ending of their names', async () => {
    const table = 'name\tdescription\tSky\nMoon\tA night.\tclear\n'
    for (const name of ['all.tsv', 'all.tab', 'all.txt'])
      expect(await entriesOf(name, table)).toEqual([
        entry({ attributes: [{ trait_type: 'Sky', value: 'clear' }] }),
      ])
  })

  test('have traits in brackets, and columns that are no traits', async () => {
    const table =
      'tokenID,name,description,file_name,attributes[Background],attributes.Eyes,Price,Mood\n1,Moon,A night.,1.png,Blue,Closed,25,Calm\n'
    expect(await entriesOf('all.csv', table)).toMatchObject([
      {
        attributes: [
          { trait_type: 'tokenID', value: '1' },
          { trait_type: 'Background', value: 'Blue' },
          { trait_type: 'Eyes', value: 'Closed' },
          { trait_type: 'Price', value: '25' },
          { trait_type: 'Mood', value: 'Calm' },
        ],
      },
    ])
    expect(await doubtfulOf('all.csv', table)).toEqual(['tokenID', 'Price'])
    // A column explicitly named as a trait is never doubtful.
    expect(await doubtfulOf('all.csv', 'name,attributes[Rank]\nA,1\n')).toEqual([])
  })

  test('and a list within an object is the list', async () => {
    const list = '{"items": [{"name": "A"}, {"name": "B"}]}'
    expect(await entriesOf('all.json', list)).toMatchObject([{ name: 'A' }, { name: 'B' }])
    // An object with a name is a work, even if it contains lists.
    expect(await entriesOf('1.json', '{"name": "A", "files": [{"uri": "x"}]}')).toMatchObject([{ name: 'A' }])
  })
})

test('the list that a generator writes beside the files of all works is left out', () => {
  const works = ['1', '2', '3'].map((stem) => ({
    name: `${stem}.json`,
    entries: [entry({ name: `#${stem}`, stem })],
  }))
  const entries = works.flatMap((file) => file.entries.map((one) => ({ ...one, stem: null })))
  const list = { name: '_metadata.json', entries }
  expect(repeatedFile([list, ...works])).toBe('_metadata.json')
  expect(repeatedFile([...works, list])).toBe('_metadata.json')
  expect(repeatedFile(works)).toBeNull()
  // A list with one more entry is not a repetition.
  const more = { ...list, entries: [...entries, entry({ name: '#4' })] }
  expect(repeatedFile([more, ...works])).toBeNull()
})

test('the files in which Metaplex tools describe the collection itself are no work', () => {
  const namesOf = (...names: string[]) =>
    withoutCollection(names.map((name) => ({ name }))).map(({ name }) => name)
  const works = ['0.png', '0.json', '1.png', '1.json']
  expect(namesOf(...works, 'collection.png', 'collection.json')).toEqual(works)
  // Beside other names it is an ordinary work.
  const named = ['collection.png', 'collection.json', 'tide.png', 'tide.json']
  expect(namesOf(...named)).toEqual(named)
  expect(namesOf('collection.json', 'collection.png')).toHaveLength(2)
})

test('a trait is switched off for all items, and on again with its values', () => {
  const items = ['Blue', 'Red'].map((value, index) => ({
    id: String(index),
    media: `${index}.png`,
    name: 'Moon',
    description: '',
    attributes: [
      { trait_type: 'Price', value: String(index) },
      { trait_type: 'Background', value },
    ],
    kept: null,
  }))
  const off = switchTrait(items, 'Price', false)
  expect(off.map(({ attributes }) => attributes.map((one) => one.trait_type))).toEqual([
    ['Background'],
    ['Background'],
  ])
  expect(traitsOf(off)).toEqual([
    { name: 'Background', count: 2, isOn: true },
    { name: 'Price', count: 2, isOn: false },
  ])
  const on = switchTrait(off, 'Price', true)
  expect(on.map(({ attributes }) => attributes.find((one) => one.trait_type === 'Price')?.value)).toEqual([
    '0',
    '1',
  ])
  expect(traitsOf(on).every(({ isOn }) => isOn)).toBe(true)
})

test('works without metadata get their titles from the names of their files, and the year as an attribute', () => {
  const year = { trait_type: 'Year', value: String(new Date().getFullYear()) }
  expect(
    entriesOfNames(['midnight_orchard-07.png', '12.jpg']).map(({ name, attributes }) => [name, attributes]),
  ).toEqual([
    ['Midnight orchard 07', [year]],
    ['12', [year]],
  ])
})

describe('an archive', () => {
  const archive = (files: Record<string, string>) =>
    new File(
      [zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))],
      'works.zip',
    )

  test('has the files of all folders, without those that systems add', async () => {
    const files = await filesOfZip(
      archive({
        'build/images/1.png': 'picture',
        'build/json/1.json': '{"name":"A","image":"ipfs://NewUriToReplace/1.png?x"}',
        'build/.DS_Store': 'x',
        'build/images/Thumbs.db': 'x',
        '__MACOSX/build/images/._1.png': 'x',
      }),
      10,
    )
    expect(files.map(({ name }) => name).toSorted()).toEqual(['1.json', '1.png'])
    const metadata = await files.find(({ name }) => name === '1.json')?.text()
    expect(await entriesOf('1.json', metadata ?? '')).toMatchObject([{ name: 'A', media: '1.png' }])
  })

  test('is refused with a sentence when it is damaged or has too many files', async () => {
    const files = { '1.png': 'one'.repeat(1000), '2.png': 'two'.repeat(1000) }
    await expect(filesOfZip(archive(files), 1)).rejects.toThrow('works.zip has more than 1 files.')
    const bytes = new Uint8Array(await archive(files).arrayBuffer())
    const damaged = [
      bytes.slice(0, 40),
      bytes.slice(0, bytes.length - 30),
      bytes.map((byte, at) => (at > 35 && at < 60 ? 255 : byte)),
    ]
    for (const part of damaged)
      await expect(filesOfZip(new File([part], 'works.zip'), 10)).rejects.toThrow(
        'works.zip cannot be unpacked: it is damaged or password-protected.',
      )
    await expect(filesOfZip(new File(['no archive'], 'works.zip'), 10)).rejects.toThrow('cannot be unpacked')
  })

  test('that is hostile gives no path, and is given up before it fills the memory', async () => {
    const climbing = archive({
      '../../etc/1.png': 'one',
      './build/3.png': 'three',
      'C:\\Windows\\2.png': 'two',
      'a/1.png': 'other',
    })
    const names = (await filesOfZip(climbing, 10)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['1.png', '1.png', '2.png', '3.png'])
    expect(matchMedia(names, [])).toEqual({ ok: false, problem: 'Two media files are called 1.png.' })
    // 20 MB of zeros in 20 KB.
    const bomb = archive({ '1.png': '\0'.repeat(20_000_000) })
    expect(bomb.size).toBeLessThan(25_000)
    await expect(filesOfZip(bomb, 10, 1_000_000)).rejects.toThrow('works.zip unpacks to more than 2 GB.')
  })
})

test('the rarity preview counts values and ranks works as a collection does', () => {
  const item = (id: string, sky: string): Item => ({
    id,
    media: `${id}.png`,
    name: id,
    description: '',
    attributes: [
      { trait_type: 'Sky', value: sky },
      { trait_type: 'Sky', value: sky },
    ],
    kept: null,
  })
  const items = ['red', 'red', 'gold', ...Array.from({ length: 7 }, () => 'blue')].map((sky, at) =>
    item(String(at), sky),
  )
  const { traits, ranks } = rarityOf(items)
  expect(traits).toEqual([
    {
      name: 'Sky',
      values: [
        { value: 'gold', count: 1 },
        { value: 'red', count: 2 },
        { value: 'blue', count: 7 },
      ],
    },
  ])
  expect(['2', '0', '1', '3', '9'].map((id) => ranks.get(id))).toEqual([1, 2, 2, 4, 4])
  expect(rarityOf(items.slice(0, 9)).ranks.size).toBe(0)
})

test('a price of an item counts as wrong until it is one', () => {
  const wrongOf = (price: string, hasPrice = true) =>
    itemErrors(
      { id: '1', media: '1.png', name: 'Moon', description: '', attributes: [], kept: null, price },
      hasPrice,
    ).filter(({ field }) => field === 'price')
  expect(['', '12.5', '0.01', 'ten'].map((price) => wrongOf(price).length)).toEqual([0, 0, 1, 1])
  // On-demand works share a price, so the rows have no price field.
  expect(wrongOf('ten', false)).toEqual([])
})

describe('matching', () => {
  test('gives each of ten thousand works the file of its name', () => {
    const numbers = Array.from({ length: 10_000 }, (_, at) => String(at))
    const entries = numbers.toReversed().map((stem) => entry({ name: `Moon ${stem}`, stem }))
    const matched = matchMedia(
      numbers.map((number) => `${number}.png`),
      entries,
    )
    const pairs = matched.ok ? matched.pairs : []
    expect(pairs.map(({ media, entry: { name } }) => `${media} ${name}`)).toEqual(
      numbers.map((number) => `${number}.png Moon ${number}`),
    )
  })

  const namesOf = (media: string[], entries: Entry[]) => {
    const matched = matchMedia(media, entries)
    return matched.ok ? matched.pairs.map(({ media, entry }) => `${media}:${entry.name}`) : matched.problem
  }

  test('uses the given name, then the file names, then the order', () => {
    const entries = [
      entry({ name: 'A', stem: '10' }),
      entry({ name: 'B', stem: '2' }),
      entry({ name: 'C', media: '1.png' }),
    ]
    expect(namesOf(['1.png', '2.png', '10.jpg'], entries)).toEqual(['1.png:C', '2.png:B', '10.jpg:A'])
    const plain = ['A', 'B', 'C'].map((name) => entry({ name }))
    expect(namesOf(['10.png', '1.png', '2.png'], plain)).toEqual(['1.png:A', '2.png:B', '10.png:C'])
  })

  test('of files whose names do not fit is by their names, in whatever order an archive has them', () => {
    const entries = ['meta-1', 'meta-10', 'meta-2'].map((stem) => entry({ name: stem, stem }))
    const expected = ['art-1.png:meta-1', 'art-2.png:meta-2', 'art-10.png:meta-10']
    expect(namesOf(['art-1.png', 'art-10.png', 'art-2.png'], entries)).toEqual(expected)
  })

  test('does not use a file that several entries name, such as a picture of the time before the reveal', () => {
    const entries = ['1', '2'].map((stem) => entry({ name: stem, stem, media: 'hidden.png' }))
    expect(namesOf(['1.png', '2.png', 'hidden.png'], entries)).toEqual([
      '1.png:1',
      '2.png:2',
      'hidden.png:Hidden',
    ])
  })

  test('gives no work the picture of another where only some names fit', () => {
    const entries = [entry({ name: 'A', stem: '1' }), entry({ name: 'B', stem: '2' })]
    expect(namesOf(['1.png', '3.png'], entries)).toEqual(['1.png:A', ':B', '3.png:3'])
  })

  test('leaves a row for each file without metadata, and for each entry without a file', () => {
    const entries = [
      entry({ name: 'A', stem: '1' }),
      entry({ name: 'B', media: '2.png' }),
      entry({ name: 'C', stem: '3' }),
    ]
    expect(namesOf(['1.png', '2.png', 'dawn_04.png', '05.png'], entries)).toEqual([
      '1.png:A',
      '2.png:B',
      ':C',
      '05.png:05',
      'dawn_04.png:Dawn 04',
    ])
  })

  test('needs equal numbers of both where no name fits, and unique names', () => {
    expect(namesOf(['1.png', '2.png'], [entry()])).toBe(
      'The numbers of media files and metadata entries must match: you have 2 media files and 1 metadata entry.',
    )
    expect(namesOf(['1.png', '1.png'], [entry(), entry()])).toBe('Two media files are called 1.png.')
  })
})

const work = { name: ' Moon ', description: 'd', attributes: [{ trait_type: 'Sky', value: 'clear' }] }

describe('what is not finished', () => {
  const items = new Map<string, string>()
  const titles = async () => (await listUnfinished('rA')).map(({ path, title }) => `${path}: ${title}`)
  beforeEach(() => {
    items.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is no form in which only the collection is chosen', async () => {
    storedMintDraft('rA').write({ ...emptyDraft(), place: '4', royalty: '5' })
    await storeMultiple('rA', emptyMultiple)
    storedEdition('rA').write({ ...emptyEdition(), place: '4' })
    expect(await titles()).toEqual([])
  })

  test('is listed by its title, leaves when it is discarded, and comes back', async () => {
    storedMintDraft('rA').write({ ...emptyDraft(), name: 'Moon' })
    await storeMultiple('rA', {
      ...emptyMultiple,
      items: [{ ...work, id: 'one', media: '1.png', kept: null }],
    })
    storedEdition('rA').write({ ...emptyEdition(), description: 'Prints of a moon.' })
    expect(await titles()).toEqual(['nft: Moon', 'multiple: 1 work', 'edition: Untitled'])
    const [, multiple] = await listUnfinished('rA')
    await multiple?.discard()
    expect(await titles()).toEqual(['nft: Moon', 'edition: Untitled'])
    await multiple?.restore()
    expect((await readMultiple('rA'))?.items).toHaveLength(1)
  })
})

const picture = {
  name: 'a.png',
  cid: 'c',
  bytes: 1,
  src: '/media/ipfs/c',
  kind: 'image' as const,
  posterCid: null,
}

describe('a mint', () => {
  const job = jobOf(
    { ...work, display: picture, attachment: null },
    { ...plainSettings, taxon: '7', memo: 'hi' },
    null,
  )

  test('is sent as filled in, and on demand with its price in drops', () => {
    expect(job).toMatchObject({
      title: 'Moon',
      demand: null,
      fields: { taxon: '7', thumbnailCid: 'c', burnable: 'false' },
    })
    expect(job.mint).toEqual({ transferable: 'true', transaction_memo: 'hi' })
    const demand = jobOf(
      { ...work, display: picture, attachment: null },
      { ...plainSettings, price: '1.5' },
      { currency: null },
    ).demand
    expect(demand).toEqual({ amount: '1500000' })
    const gold = { currency: 'GLD', issuer: 'rGold' }
    const inGold = jobOf(
      { ...work, display: picture, attachment: null },
      { ...plainSettings, price: '1.5' },
      { currency: gold },
    ).demand
    expect(inGold).toEqual({ amount: JSON.stringify({ ...gold, value: '1.5' }) })
  })

  test('is checked field by field', () => {
    const draft = {
      ...emptyDraft(),
      ...work,
      display: picture,
      taxon: '4294967296',
      royalty: '7',
      price: '0.05',
    }
    expect(draftErrors(draft, { currency: null })).toEqual([
      { field: 'taxon', message: 'A taxon can be at most 4294967295.' },
      { field: 'price', message: 'The price must be at least 0.1 XRP.' },
    ])
    expect(draftErrors({ ...draft, taxon: '4', price: '' }, { currency: null })).toEqual([])
  })

  test('is queued once, even when a reload or a second tab adds it again', () => {
    const once = addJobs(emptyMints, [{ job, count: 1, key: 'item' }])
    expect(once.queue).toEqual(['item'])
    expect(addJobs(once, [{ job, count: 1, key: 'item' }])).toEqual(once)
  })

  test('without a signature comes in portions, and saved rows make room for the next', () => {
    const demand = { ...job, demand: {} }
    const first = addPortion(emptyMints, [
      { job: demand, count: 1, key: 'a' },
      { job: demand, count: 1, key: 'b' },
    ])
    expect(isReadyForPortion(first)).toBe(false)
    const end = { message: null, txid: null, nftId: null, again: true }
    const halfEnded = finish(first, 'a', { ...end, status: 'success' })
    expect(isReadyForPortion(halfEnded)).toBe(false)
    const ended = finish(halfEnded, 'b', { ...end, status: 'failed' })
    expect(isReadyForPortion(ended)).toBe(true)
    const second = addPortion(ended, [{ job: demand, count: 1, key: 'c' }])
    expect([Object.keys(second.rows), second.queue, second.saved]).toEqual([['b', 'c'], ['c'], 1])
    expect(Object.keys(second.jobs)).toHaveLength(2)
  })

  test('on demand is edited again as it was filled in, unless the server has saved it or may have', () => {
    const settings = { ...plainSettings, place: '7', royalty: '2.5', burnable: true, price: '1.5' }
    for (const currency of [null, { currency: 'GLD', issuer: 'rGold' }]) {
      const demand = jobOf({ ...work, display: picture, attachment: null }, settings, { currency })
      expect([workOf(demand), settingsOf(demand)]).toEqual([work, settings])
    }
    const demand = jobOf({ ...work, display: picture, attachment: null }, settings, { currency: null })
    const jobs = ['saved', 'refused', 'lost', 'waiting'].map((key) => ({ job: demand, count: 1, key }))
    const end = { message: null, txid: null, nftId: null, again: true }
    const saved = finish(addPortion(emptyMints, jobs), 'saved', { ...end, status: 'success' })
    const refused = finish(saved, 'refused', { ...end, status: 'failed' })
    const state = finish(beginRow(refused, 'lost', { key: 'k' }), 'lost', { ...end, status: 'failed' }, false)
    expect(unsavedWorks(state)).toEqual(
      ['refused', 'waiting'].map((id) => ({ id, job: demand, display: picture })),
    )
    const rest = removeRows(state, new Set(['refused', 'waiting']))
    expect([Object.keys(rest.rows), Object.keys(rest.jobs).length]).toEqual([['saved', 'lost'], 2])
    expect(unsavedWorks(addJobs(emptyMints, [{ job, count: 1 }]))).toEqual([])
  })

  test('of a portion with too many failures lets no other follow', () => {
    const rows = Object.fromEntries(
      Array.from({ length: portionSize }, (_, at) => [
        String(at),
        { ...freshRow, status: 'failed' as const, job: 'j', label: 'Moon' },
      ]),
    )
    expect(isReadyForPortion({ ...emptyMints, rows })).toBe(false)
  })

  test('has its own row, which keeps its key through every retry', () => {
    const state = addJobs(emptyMints, [{ job, count: 2 }])
    const [first = '', second = ''] = state.queue
    expect(state.rows[first]).toMatchObject({ label: 'Moon, 1 of 2', status: 'ready' })
    expect([jobOfRow(state, second), jobOfRow(state, 'x')]).toEqual([job, null])
    const unclear = mintOutcome({ status: 'signed' })
    expect(unclear).toMatchObject({ status: 'signed', again: true })
    const ended = unclear === null ? state : finish(beginRow(state, first, { key: 'k' }), first, unclear)
    expect(tryAllAgain(ended).queue).toEqual([second, first])
    expect(mintOutcome({ status: 'success' })).toMatchObject({ again: false })
  })
})

test('a typed attribute counts, and a half one is an error', () => {
  const attributes = [{ trait_type: 'Sky', value: 'clear' }]
  const work = { name: 'Moon', description: 'Night', attributes }
  expect(attributesOf({ attributes, typed: { trait_type: ' Tide ', value: 'low ' } })).toEqual([
    ...attributes,
    { trait_type: 'Tide', value: 'low' },
  ])
  expect(attributesOf({ attributes, typed: { trait_type: ' ', value: '' } })).toEqual(attributes)
  const errors = (typed: { trait_type: string; value: string }, before = attributes) =>
    workErrors({ ...work, attributes: before, typed }).map(({ field }) => field)
  expect(errors({ trait_type: 'Tide', value: 'low' }, [])).toEqual([])
  expect(errors({ trait_type: 'Tide', value: '' })).toEqual(['attributes'])
  expect(errors({ trait_type: '', value: 'low' })).toEqual(['attributes'])
})

test('sizes are formatted like the limits', () => {
  expect([0, 900, 20 * 1024 * 1024, 1536 * 1024].map(formatBytes)).toEqual([
    '0 bytes',
    '900 bytes',
    '20.0 MB',
    '1.5 MB',
  ])
})
