import { operations } from '#worker/contract/operations.ts'
import type { Operation } from '#worker/contract/operations/operation.ts'
import type { Session } from './api.ts'
import type { TestWorld } from './test-world.ts'

export interface Subject {
  collectionId: string
  artist: string
  /** Ids of tokens and of on-demand items. */
  ids: string[]
  /** What is searched for; a reply may repeat it, so it is not what must not be told. */
  words: string[]
}

const reads = Object.values<Operation>(operations).filter(({ method }) => method === 'GET')

/** Every reading call with everything that it can be asked about, and every page, sitemap and list of them. */
function pathsOf({ collectionId, artist, ids, words }: Subject, marketplace: string): string[] {
  const queries = [
    '',
    ...[collectionId, ...ids].map((id) => `id=${id}`),
    ...['demand=true', 'mintable=true', 'buyable=true', 'sort=rarity_inc'].map(
      (filter) => `id=${collectionId}&${filter}`,
    ),
    ...words.map((word) => `id=${collectionId}&name=${encodeURIComponent(word)}`),
    ...[artist, marketplace].map((account) => `account=${account}`),
    ...words.map((word) => `query=${encodeURIComponent(word)}`),
  ]
  return [
    ...reads
      .filter(({ path }) => !path.includes('{'))
      .flatMap(({ path }) => queries.map((query) => `${path}?${query}`)),
    ...['', '/items', '/activity'].map((tab) => `/collection/${collectionId}${tab}`),
    ...ids.map((id) => `/nft/${id}`),
    ...words.map((word) => `/search/${encodeURIComponent(word)}`),
    ...[artist, marketplace].map((account) => `/account/${account}`),
    '/',
    '/collections_explorer',
    '/sitemap.xml',
    `/sitemap/collection/${collectionId}.xml`,
    '/api/openapi.json',
  ]
}

/** All that somebody can read about a collection, and what the worker logged: one text to look for secrets in. */
export async function everythingReadable(
  world: TestWorld,
  subject: Subject,
  session?: Session,
): Promise<string> {
  const texts: string[] = []
  for (const path of pathsOf(subject, world.marketplace.address)) {
    const { text, status } = await world.call(path, session === undefined ? {} : { session })
    if (status >= 500) throw new Error(`${path} answered ${status}: ${text}`)
    texts.push(text)
  }
  return [...texts, ...world.workerLog].join('\n')
}
