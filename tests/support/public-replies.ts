import { operations } from '#contract/operations.ts'
import type { Operation } from '#contract/operations/operation.ts'
import type { Session } from './api.ts'
import type { TestWorld } from './test-world.ts'

export interface Subject {
  collectionId: string
  artist: string
  /** Ids of tokens and of on-demand items. */
  ids: string[]
  /** The search text. A reply may repeat it, so it does not count as a secret. */
  words: string[]
}

const reads = Object.values<Operation>(operations).filter(({ method }) => method === 'GET')

/** Returns true if an operation accepts a parameter of this name. */
const takes = ({ query }: Operation, name: string) =>
  query !== undefined && 'entries' in query && name in Object(query.entries)

/**
 * Returns the paths of every reading operation with all its parameters, and of every page, sitemap and list of
 * sitemaps.
 */
function pathsOf({ collectionId, artist, ids, words }: Subject, marketplace: string): string[] {
  const values = {
    id: [collectionId, ...ids],
    account: [artist, marketplace],
    query: words.map(encodeURIComponent),
  }
  const readCalls = reads
    .filter(({ path }) => !path.includes('{'))
    .flatMap((operation) => {
      const queries = Object.entries(values).flatMap(([name, all]) =>
        takes(operation, name) ? all.map((value) => `${operation.path}?${name}=${value}`) : [],
      )
      return queries.length > 0 ? queries : [operation.path]
    })
  const filters = [
    'demand=true',
    'mintable=true',
    'sort=rarity_inc',
    ...words.map((word) => `name=${encodeURIComponent(word)}`),
  ]
  return [
    ...readCalls,
    ...filters.map((filter) => `/api/collection/nfts?id=${collectionId}&${filter}`),
    ...['', '/items', '/activity'].map((tab) => `/collection/${collectionId}${tab}`),
    ...ids.map((id) => `/nft/${id}`),
    ...words.map((word) => `/search/${encodeURIComponent(word)}`),
    ...[artist, marketplace].map((account) => `/account/${account}`),
    '/',
    '/collections_explorer',
    '/sitemap.xml',
    `/sitemap/collection/${collectionId}.xml`,
  ]
}

/**
 * Returns everything that an account can read about a collection, and the worker's log, as one text to search for
 * secrets.
 */
export async function everythingReadable(
  world: TestWorld,
  subject: Subject,
  session?: Session,
): Promise<string> {
  const paths = pathsOf(subject, world.marketplace.address).filter(
    (path) => world.hasPages || path.startsWith('/api/'),
  )
  const texts = await Promise.all(
    paths.map(async (path) => {
      const { text, status } = await world.call(path, session === undefined ? {} : { session })
      if (status >= 500) throw new Error(`${path} answered ${status}: ${text}`)
      return text
    }),
  )
  return [...texts, ...world.workerLog].join('\n')
}
