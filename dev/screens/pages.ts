import { asJson, type Json } from '#dev/lib/rpc.ts'
import { StackError } from '#dev/lib/stack-error.ts'
import { demoAccounts, marketplaceAccount } from '#dev/stack/people.ts'
import type { Person } from '#tests/browser/visits.ts'
import { createApi } from '#tests/support/api.ts'

async function readJson(url: string): Promise<unknown> {
  const reply = await fetch(url)
  if (!reply.ok) throw new StackError(`${url} returned ${reply.status}.`)
  return reply.json()
}

const rows = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : [])

export interface PageToTake {
  name: string
  path: string
  /** The connected account. */
  as?: Person
  /** Also taken at tablet width and at large-screen width. */
  everyWidth?: boolean
}

/** One page of each kind. */
export async function findPages(site: string, signer: string): Promise<PageToTake[]> {
  const [featured] = rows(await readJson(`${site}/api/nft/featured`))
  const listed = asJson(await readJson(`${site}/api/collection/list`))
  const [first] = rows(listed['list'])
  const collection = featured?.['collectionId'] ?? first?.['_id']
  if (featured === undefined || collection === undefined)
    throw new StackError(`${site} shows nothing yet: a featured work and a collection are needed.`)
  const [auction] = rows(await readJson(`${site}/api/collection/auction`))
  if (auction === undefined) throw new StackError(`${site} has no running auction to show.`)
  const kinds = rows(listed['list'])
  const idOf = (found: Json | undefined) => String((found ?? kinds[0])?.['_id'])
  const api = createApi(site, { url: signer })
  const connected = async (address: unknown): Promise<Person> => {
    const account = demoAccounts.find((each) => each.address === address)
    if (account === undefined) throw new StackError(`${String(address)} is not a demo account.`)
    return { account, session: await api.connect(account) }
  }
  const artist = await connected(featured['issuer'])
  const owner = await connected(marketplaceAccount.address)
  const managed = `/collection/${String(collection)}`
  const account = `/account/${artist.account.address}`
  const everyWidth = true
  return [
    { name: 'create', path: '/create', as: artist },
    { name: 'create-nft', path: '/create/nft', as: artist },
    { name: 'create-multiple', path: '/create/multiple', as: artist },
    { name: 'create-collection', path: '/create/collection', as: artist },
    { name: 'edit-collection', path: `/create/edit_collection/${String(collection)}`, as: artist },
    { name: 'collection-issuer', path: `${managed}/items`, as: artist },
    { name: 'create-offer', path: `${managed}/create_offer`, as: artist },
    { name: 'whitelist', path: `${managed}/whitelist`, as: artist },
    { name: 'blacklist', path: `${managed}/blacklist`, as: artist },
    { name: 'profile-edit', path: `${account}/edit`, as: artist, everyWidth },
    { name: 'admin', path: '/admin', as: owner },
    { name: 'create-visitor', path: '/create' },
    {
      name: 'collection-random',
      path: `/collection/${idOf(kinds.find((each) => each['random'] === true))}/items`,
    },
    {
      name: 'collection-demand',
      path: `/collection/${idOf(kinds.find((each) => each['onDemandMint'] === true))}/items`,
    },
    { name: 'home', path: '/' },
    { name: 'explorer', path: '/collections_explorer' },
    { name: 'collection', path: `/collection/${String(collection)}/items` },
    { name: 'activity', path: `/collection/${String(collection)}/activity` },
    { name: 'analytics', path: `/collection/${String(collection)}/analytics`, everyWidth },
    { name: 'owners', path: `/collection/${String(collection)}/owners`, everyWidth },
    { name: 'nft', path: `/nft/${String(featured['nftokenID'])}` },
    { name: 'search', path: `/search/${encodeURIComponent(String(featured['name']).split(' ')[0] ?? '')}` },
    { name: 'nothing-found', path: '/search/qqqqqqqq' },
    { name: 'nft-not-found', path: `/nft/${'0'.repeat(64)}` },
    { name: 'nft-auction', path: `/nft/${String(auction['nftokenID'])}` },
    { name: 'nft-own', path: `/nft/${String(featured['nftokenID'])}`, as: artist },
    { name: 'account', path: `${account}/profile/nfts`, everyWidth },
    { name: 'account-offers', path: `${account}/profile/offers`, everyWidth },
    { name: 'account-history', path: `${account}/profile/history`, everyWidth },
    { name: 'account-collections', path: `${account}/profile/collections`, everyWidth },
    { name: 'account-own', path: `${account}/profile/nfts`, as: artist, everyWidth },
    { name: 'account-own-offers', path: `${account}/profile/offers`, as: artist, everyWidth },
    { name: 'cart', path: '/cart' },
    { name: 'watchlist', path: '/watchlist' },
    { name: 'notifications', path: '/notifications', as: artist },
    { name: 'art-society', path: '/art_society', everyWidth },
    { name: 'help', path: '/help', everyWidth },
    { name: 'privacy', path: '/legal/privacy' },
    { name: 'terms', path: '/legal/terms' },
  ]
}
