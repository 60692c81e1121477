import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { CountingProxy } from '#tests/support/counting-proxy.ts'
import type { Direct } from './direct.ts'
import { bigWork, collector, layers } from './fill.ts'

async function fetchBody(url: string): Promise<unknown> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`)
  return reply.json()
}

const sorted = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
const quantile = (numbers: number[], share: number) =>
  sorted(numbers)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0
const format = (numbers: number[]) =>
  `${quantile(numbers, 0.5).toFixed(1).padStart(7)} ${quantile(numbers, 0.99).toFixed(1).padStart(7)}`

interface Measured {
  api: number[]
  sql: number[]
  /** Processor time on the database server, in milliseconds. */
  processor: number[]
  roundTrips: number
}

/** A function, because TypeScript would otherwise narrow `last` to the value assigned to it. */
const lastSent = (proxy: CountingProxy) => proxy.last?.body

/**
 * Number of unmeasured calls. The first call reads the column types, the second prepares the statements of a
 * connection.
 */
const warmUp = 3

/** Measures an API call in milliseconds, and its statements when they are resent over a direct connection. */
async function measure(
  proxy: CountingProxy,
  direct: Direct,
  times: number,
  urlOf: (n: number) => string,
): Promise<Measured> {
  const measured: Measured = { api: [], sql: [], processor: [], roundTrips: 0 }
  for (let n = 1 - warmUp; n <= times; n += 1) {
    const url = urlOf(n + warmUp)
    proxy.last = null
    const before = proxy.roundTrips
    const startedAt = performance.now()
    await fetchBody(url)
    const api = performance.now() - startedAt
    const body = lastSent(proxy)
    if (body === undefined) throw new Error(`${url} did not ask the database.`)
    const { ms, processor } = await direct.send(body)
    if (n < 1) continue
    measured.api.push(api)
    measured.sql.push(ms)
    measured.processor.push(processor ?? ms)
    measured.roundTrips += (proxy.roundTrips - before) / times
  }
  return measured
}

const itemQueries = [
  '',
  'sort=listed_dec',
  'sort=listed_inc',
  'sort=rarity_inc',
  'sort=rarity_dec',
  'sort=price_inc',
  'sort=price_dec',
  'buyable=true',
  'status=sale',
  'status=unlisted',
  'transferable=true&onlyXRP=false',
  'name=ember',
  'price_min=5000000&price_max=900000000&sort=price_inc',
  'trait=Moon%3AMoon%203&sort=rarity_dec',
  // Matches a few works of a large collection, which the sort order spreads over all pages.
  'name=%23777',
  'name=77&trait=Moon%3AMoon%203',
  'auction=true',
  'price_max=1500000&sort=rarity_dec',
  'status=sale&sort=rarity_dec',
  'status=unlisted&sort=listed_inc',
  // Text that all names contain, and prices that many works have.
  'name=%23',
  'name=%2312&sort=price_dec',
  'name=of',
  'price_min=3000000&sort=rarity_dec',
  `owner=${collector}&trait=Moon%3AMoon%203`,
]
const facetQueries = [
  'buyable=true',
  'auction=true',
  'transferable=false',
  'name=ember',
  'name=%23',
  'name=e%20',
  'name=%2312',
  'price_max=900000000',
  'price_min=3000000',
  `owner=${collector}`,
  'trait=Moon%3AMoon%203',
  'trait=Moon%3AMoon%203&trait=Mood%3AMood%205&status=listed',
]
/** These collections have 130,000, 20,000 and 1,900 works. */
const someCollections = [
  { name: 'large collection', id: 'c1' },
  { name: 'uneven collection', id: 'c2' },
  { name: 'middle collection', id: 'c3' },
]
/** Selects a value of each of many traits. Nine of ten works have these values. */
const manyTraits = Array.from({ length: layers }, (_, n) => `trait=Layer%20${n + 1}%3Aplain`).join('&')
const listQueries = [
  '',
  'sort=volume_inc',
  'sort=price_inc',
  'sort=price_dec',
  'verified=true&sort=price_inc',
  'random=true',
  'featured=true',
  'q=lantern',
  'items_min=50&items_max=200',
  'price_min=5000000&price_max=90000000',
]

/**
 * True for a read that searches, which has its own target in `targetOf`: the maximum p95 in SQL, in milliseconds of the
 * server's processor time, which other load does not affect.
 */
const isSearch = (name: string) => name === 'search' || name === 'suggestions'
const isLarge = (name: string) => name.includes('large collection')
const targetOf = (name: string) => (isSearch(name) ? 40 : isLarge(name) ? 150 : 25)

/** Reads the p95 of each query, measured with cached plans and joined statements, from the README of the benches. */
async function readEngineFigures(): Promise<Map<string, string>> {
  const text = await readFile(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(?<name>[^`]*)` \| (?<p95>[0-9.]+) \|$/gm)]
  return new Map(rows.map(({ groups = {} }) => [groups['name'] ?? '', groups['p95'] ?? '']))
}

/**
 * Minimum number of calls of a search, so that each text is used equally often. With few calls, the p95 would be an
 * outlier of the slowest text.
 */
const searches = 100

/** Returns the reads to measure, with a function for the URL of the nth call. */
export function reads(collections: number): [name: string, url: (n: number) => string][] {
  const someCollection = (n: number) => `c${4 + ((n * 7919) % (collections - 3))}`
  // Searches as users type them: whole words, beginnings, two words, numbers, and a typo in every second one.
  const texts = [
    'orchrd',
    'harbour',
    'saffrn tide',
    'cobalt',
    'ember bavenba #77',
    'lantrn',
    'vensollis',
    'saffron bavnba',
    'mar',
    'quarz',
  ]
  const someWord = (n: number) => texts[n % texts.length] ?? ''
  return [
    ['home: featured NFTs', () => '/api/nft/featured'],
    ['home: featured collections', () => '/api/collection/featured'],
    ['home: auctions', () => '/api/collection/auction'],
    ['home: trending', (n) => `/api/collection/trading_top?days=${n % 2 === 0 ? 1 : 7}`],
    ...listQueries.map((query): [string, () => string] => [
      `explorer ${query}`,
      () => `/api/collection/list?${query}`,
    ]),
    ['collection', (n) => `/api/collection/info?id=${someCollection(n)}`],
    ...itemQueries.map((query): [string, (n: number) => string] => [
      `items ${query}`,
      (n) => `/api/collection/nfts?id=${someCollection(n)}&${query}`,
    ]),
    ...someCollections.flatMap(({ name, id }) =>
      itemQueries.map((query): [string, () => string] => [
        `${name} ${query}`,
        () => `/api/collection/nfts?id=${id}&${query}`,
      ]),
    ),
    ['facets', (n) => `/api/collection/facets?id=${someCollection(n)}`],
    ...someCollections.flatMap(({ name, id }) =>
      ['', ...facetQueries].map((query): [string, () => string] => [
        `facets of ${name} ${query}`,
        () => `/api/collection/facets?id=${id}&${query}`,
      ]),
    ),
    ['uneven collection, ten traits', () => `/api/collection/nfts?id=c2&${manyTraits}`],
    ['facets of uneven collection, ten traits', () => `/api/collection/facets?id=c2&${manyTraits}`],
    ['large collection, activity: sales', () => '/api/collection/history?id=c1&kind=sales'],
    ['large collection, activity: mints', () => '/api/collection/history?id=c1&kind=mints'],
    ['news', () => '/api/marketplace/news'],
    ['floors of traits, large collection', (n) => `/api/nft/related?id=${bigWork(1 + n * 37)}`],
    ['activity', (n) => `/api/collection/history?id=${someCollection(n)}`],
    ['NFT', (n) => `/api/nft?id=${bigWork(1 + n * 37)}`],
    ['search', (n) => `/api/marketplace/search?query=${encodeURIComponent(someWord(n))}`],
    ['suggestions', (n) => `/api/marketplace/suggest?query=${encodeURIComponent(someWord(n))}`],
  ]
}

/** Prints the median and 99th percentile of every read in milliseconds. Returns false if one misses its target. */
export async function measureCalls(
  site: string,
  proxy: CountingProxy,
  direct: Direct,
  selection: ReturnType<typeof reads>,
  times: number,
) {
  let holds = true
  const engines = await readEngineFigures()
  console.log(`${'read'.padEnd(64)} API med     p99 SQL med     p99 its processor     p99  round trips`)
  for (const [name, urlOf] of selection) {
    const { api, sql, processor, roundTrips } = await measure(
      proxy,
      direct,
      isSearch(name) ? Math.max(times, searches) : times,
      (n) => `${site}${urlOf(n)}`,
    )
    const target = targetOf(name)
    const p95 = quantile(processor, 0.95)
    if (p95 > target) holds = false
    console.log(
      `${name.padEnd(64)} ${format(api)} ${format(sql)} ${format(processor)}  ${roundTrips.toFixed(0)}  p95 ${p95.toFixed(1)}, at most ${target}, with engines ${engines.get(name.trim()) ?? '-'}${p95 > target ? ': missed' : ''}`,
    )
  }
  return holds
}

const PageEnd = v.object({ after: v.nullable(v.string()) })

const deepMarker = 24 * 4999

/** Compares page 5,000 with page 1 for each sort. Returns false if one takes more than 1.2 times as long. */
export async function deepPages(
  site: string,
  proxy: CountingProxy,
  direct: Direct,
  collection: string,
  times: number,
) {
  let withinBound = true
  for (const sort of [
    'unset',
    'listed_dec',
    'listed_inc',
    'rarity_inc',
    'rarity_dec',
    'price_inc',
    'price_dec',
  ]) {
    const page = `${site}/api/collection/nfts?id=${collection}&sort=${sort}`
    // Finds the start of page 5,000 once by offset, which is slow.
    const { after } = v.parse(PageEnd, await fetchBody(`${page}&marker=${deepMarker - 24}`))
    if (after === null) throw new Error(`There is no page 5,000 by ${sort}.`)
    const deepUrl = `${page}&marker=${deepMarker}&after=${encodeURIComponent(after)}`
    const first: number[] = []
    const deep: number[] = []
    // Alternates between the pages, so that other load affects both.
    for (let round = 0; round < 5; round += 1) {
      first.push(...(await measure(proxy, direct, Math.ceil(times / 5), () => page)).processor)
      deep.push(...(await measure(proxy, direct, Math.ceil(times / 5), () => deepUrl)).processor)
    }
    const ratio = quantile(deep, 0.5) / quantile(first, 0.5)
    if (ratio > 1.2) withinBound = false
    console.log(
      `page 5,000 by ${sort.padEnd(10)} ${format(deep)} ms, page 1 ${format(first)} ms, ratio of medians ${ratio.toFixed(2)}`,
    )
  }
  return withinBound
}

async function perSecond(url: string): Promise<number> {
  const until = performance.now() + 5000
  let finishedCount = 0
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() < until) {
        const reply = await fetch(url)
        await reply.arrayBuffer()
        finishedCount += 1
      }
    }),
  )
  return finishedCount / 5
}

/** Prints the requests per second of 16 callers for a read, compared with a bare handler. */
export async function throughput(site: string, from: string) {
  const bare = await perSecond(`${site}/robots.txt`)
  const reads = await perSecond(`${site}/api/collection/nfts?id=c4`)
  console.log(
    `requests a second: bare handler ${bare.toFixed(0)}, ${from} ${reads.toFixed(0)} (${(reads / bare).toFixed(2)})`,
  )
}
