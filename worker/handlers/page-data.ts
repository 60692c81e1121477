import * as v from 'valibot'
import { shortenAddress } from '#contract/rules/accounts.ts'
import {
  explorerInput,
  type ExplorerSearch,
  facetsInput,
  itemsInput,
  type ItemsSearch,
  type readActivitySearch,
} from '#contract/rules/list-addresses.ts'
import {
  CollectionId,
  CollectionListQuery,
  CollectionNftsQuery,
  FacetsQuery,
  SearchQuery,
} from '#contract/schemas/lists.ts'
import { EditionId } from '#contract/schemas/editions.ts'
import { askedText } from '#contract/rules/search-reader.ts'
import type { Media } from '#contract/schemas/media.ts'
import { firstPicture, pictureSources, sizedImage, workFiles, stillSource } from '#contract/rules/media.ts'
import { NftDatabaseID, NFTokenID } from '#contract/schemas/nfts.ts'
import { feedPath } from '#contract/rules/feeds.ts'
import { collectionSocialTitle, profileSocialTitle } from '#contract/words/page-titles.ts'
import { inWords, t } from '#contract/words/sentence.ts'
import { routes } from '#contract/addresses.ts'
import {
  descriptionOf,
  documentTitle,
  type Page as PageOfTable,
  type PageName,
  pages,
} from '#contract/pages.ts'
import { editionSocialTitle, labelInWords, workSocialTitle } from '#contract/words/social-titles.ts'
import { findAccount } from '#worker/domain/account/find-account.ts'
import { getProfile } from '#worker/domain/account/get-profile.ts'
import { listVerifiedRandom } from '#worker/domain/account/list-collections.ts'
import { listCollectionNfts, listFacets } from '#worker/domain/collection/list-collection-nfts.ts'
import { getCollection, listCollections } from '#worker/domain/collection/list-collections.ts'
import { listCollectionHistory } from '#worker/domain/collection/list-history.ts'
import type { Context } from '#worker/domain/context.ts'
import { listEditions, readEdition } from '#worker/domain/edition/read-edition.ts'
import { readHome } from '#worker/domain/market/home.ts'
import { search } from '#worker/domain/market/search.ts'
import { readNft } from '#worker/domain/nft/read-nft.ts'
import type { FirstPaint, PageData, PageMeta, PageNotice } from '#worker/http/page.ts'
import { databaseUnavailable } from '#worker/http/problems.ts'

/** The preview image of pages without their own picture. */
const defaultPicture = '/preview.png'

/** The query parameters of an address. */
export type AddressQuery = Record<string, string | string[]>

export interface Page {
  queries: PageData['queries']
  meta: PageMeta | null
  status?: number
  first?: FirstPaint | PageNotice
}

export const missingPage: Page = { meta: null, queries: [], status: 404 }

export const unavailablePage = (): Page => ({
  meta: null,
  queries: [],
  status: 503,
  first: { code: 'database_unavailable', text: inWords(databaseUnavailable) },
})

/** Returns the first page of a list, in the form of the client's infinite query. */
const firstPage = (reply: unknown) => ({ pages: [reply], pageParams: [{}] })

function pictureFor(place: keyof typeof firstPicture, media: Media | null) {
  const { sizes, largest } = firstPicture[place]
  const sources = pictureSources(media, largest)
  return sources === null ? null : { ...sources, sizes }
}

/** Returns the address of a picture, or of a film's still picture. */
function pictureOf(media: Media | null): string | null {
  if (media?.kind === 'video') return stillSource(media)
  return media?.kind === 'image' ? media.src : null
}

function firstPaint(place: FirstPaint['place'], title: string, media: Media | null): FirstPaint {
  return { place, title, picture: pictureFor(place, media) }
}

/** Number of works in the first row on a phone. */
const firstWorks = 2

/** Returns the metadata of a page. `address` is its path below the origin. */
export function metaOf(
  { settings }: Context,
  title: string,
  address: string,
  {
    image = null,
    social = title,
    description,
  }: { image?: string | null; social?: string; description?: string } = {},
): PageMeta {
  return {
    title: documentTitle(address, title),
    social: documentTitle(address, social),
    description: description ?? t('A Gateway to Digital Luxury'),
    image: `${settings.siteOrigin}${image === null ? defaultPicture : sizedImage(image, { w: 1200 })}`,
    canonical: `${settings.siteOrigin}${address}`,
  }
}

/** Returns the metadata of a page that has a fixed title in the table of pages. */
export function staticMeta(context: Context, name: PageName, address: string): PageMeta | null {
  const page: PageOfTable = pages[name]
  if (page.title === null) return null
  return metaOf(context, page.title(), address, { description: descriptionOf(page) })
}

const marketOf = ({ treasury, settings }: Context) => ({ owner: treasury.account, tokens: settings.tokens })

export async function homePage(context: Context): Promise<Page> {
  const [home, editions] = await Promise.all([readHome(context), listEditions(context, undefined)])
  const [featuredWork] = home.featuredNfts
  return {
    meta: null,
    ...(featuredWork === undefined
      ? {}
      : {
          first: firstPaint(
            'featured',
            featuredWork.name,
            featuredWork.image?.explicit === true ? null : featuredWork.image,
          ),
        }),
    queries: [
      { key: ['getFeaturedNfts', {}], data: home.featuredNfts },
      { key: ['getFeaturedCollections', {}], data: home.featuredCollections },
      { key: ['getTrendingCollections', { query: { days: '7' } }], data: home.trending },
      { key: ['getAuctions', {}], data: home.auctions },
      { key: ['getEditions', { query: {} }], data: editions },
    ],
  }
}

export async function explorerPage(context: Context, search: ExplorerSearch): Promise<Page> {
  const { query } = explorerInput(search)
  const list = await listCollections(context, v.parse(CollectionListQuery, query))
  return {
    meta: staticMeta(context, 'explorer', '/collections_explorer'),
    queries: [{ key: ['getCollections', 'pages', query], data: firstPage(list) }],
  }
}

export async function nftPage(context: Context, address: string): Promise<Page> {
  const id = v.safeParse(v.union([NFTokenID, NftDatabaseID]), address)
  if (!id.success) return missingPage
  const reply = await readNft(context, id.output)
  const { metadata } = reply.nft
  const picture = metadata?.imageFile ?? null
  const [main] =
    metadata === null ? [] : workFiles({ ...metadata, image: picture, animation: metadata.animationFile })
  const isExplicit = main?.explicit === true
  const image = isExplicit ? null : pictureOf(picture ?? main ?? null)
  const meta = metaOf(context, metadata?.name ?? 'NFT', `/nft/${id.output}`, {
    image,
    social: workSocialTitle(reply, marketOf(context)),
  })
  const { siteOrigin } = context.settings
  return {
    queries: [{ key: ['getNft', { query: { id: id.output } }], data: reply }],
    first: firstPaint(
      'stage',
      metadata?.name ?? 'NFT',
      isExplicit ? null : main?.kind === 'image' ? main : picture,
    ),
    meta: {
      ...meta,
      // The default picture does not show the work.
      imageAlt: image === null ? undefined : labelInWords(reply),
      oembed: `${siteOrigin}${routes.getOEmbed.path}?${new URLSearchParams({ url: meta.canonical })}`,
    },
  }
}

/**
 * The list below the header of a collection; null for tabs whose data the client reads: charts, and the issuer's tabs.
 */
export type CollectionList =
  | { tab: 'items'; search: ItemsSearch }
  | { tab: 'activity'; search: ReturnType<typeof readActivitySearch> }
  | null

async function tabData(
  context: Context,
  id: string,
  list: CollectionList,
): Promise<Pick<FirstPaint, 'works'> & { queries: PageData['queries'] }> {
  if (list === null) return { queries: [] }
  if (list.tab === 'activity') {
    const { kind } = list.search
    const reply = await listCollectionHistory(context, { id, kind })
    return { queries: [{ key: ['getCollectionHistory', 'pages', { id, kind }], data: firstPage(reply) }] }
  }
  const { query } = itemsInput(id, list.search)
  const facets = facetsInput(id, list.search)
  const [items, counts] = await Promise.all([
    listCollectionNfts(context, v.parse(CollectionNftsQuery, query)),
    listFacets(context, v.parse(FacetsQuery, facets.query)),
  ])
  return {
    works: items.nfts
      .slice(0, firstWorks)
      .map(({ image }) => (image?.explicit === true ? null : pictureFor('card', image))),
    queries: [
      { key: ['getCollectionNfts', 'pages', query], data: firstPage(items) },
      { key: ['getCollectionFacets', facets], data: counts },
    ],
  }
}

export async function collectionPage(
  context: Context,
  text: string,
  { list, path }: { list: CollectionList; path: string },
): Promise<Page> {
  const id = v.safeParse(CollectionId, text)
  if (!id.success) return missingPage
  const [collection, { queries, works }, editions] = await Promise.all([
    getCollection(context, id.output),
    tabData(context, id.output, list),
    listEditions(context, id.output),
  ])
  return {
    queries: [
      { key: ['getCollection', { query: { id: id.output } }], data: collection },
      { key: ['getEditions', { query: { collection: id.output } }], data: editions },
      ...queries,
    ],
    first: { ...firstPaint('cover', collection.name, collection.thumbnail), works },
    meta: {
      ...metaOf(context, collection.name, `/collection/${id.output}${path}`, {
        image: collection.thumbnail?.src ?? null,
        social: collectionSocialTitle(collection),
      }),
      feed: { title: collection.name, href: feedPath({ collection: id.output }) },
    },
  }
}

export async function editionPage(context: Context, address: string): Promise<Page> {
  const id = v.safeParse(EditionId, address)
  if (!id.success) return missingPage
  const reply = await readEdition(context, id.output)
  const { name, metadata } = reply.edition
  const picture = metadata.imageFile?.explicit === true ? null : metadata.imageFile
  return {
    queries: [{ key: ['getEdition', { query: { id: id.output } }], data: reply }],
    first: firstPaint('stage', name, picture),
    meta: metaOf(context, name, `/edition/${id.output}`, {
      image: pictureOf(picture),
      social: editionSocialTitle(reply, context.settings.tokens),
    }),
  }
}

export async function searchPage(context: Context, text: string): Promise<Page> {
  const meta = metaOf(
    context,
    t('Search: {text}', { text: askedText(text) }),
    `/search/${encodeURIComponent(text)}`,
  )
  const query = v.safeParse(SearchQuery, { query: askedText(text) })
  if (!query.success) return { meta, queries: [] }
  return {
    meta,
    queries: [{ key: ['search', { query: query.output }], data: await search(context, query.output.query) }],
  }
}

/**
 * Returns the profile tab for an address. The client redirects unknown tabs, and the collections tab of accounts that
 * are not artists.
 */
function profileTab(rest: string, isArtist: boolean): string {
  if (/^\/(create|edit|profile\/(nfts|history|offers|portfolio))$/.test(rest)) return rest
  return isArtist ? '/profile/collections' : '/profile/nfts'
}

export async function accountPage(context: Context, text: string, rest: string): Promise<Page> {
  const account = findAccount(text)
  // The client redirects this address to the home page.
  if (account === null) return { meta: null, queries: [] }
  const reply = await getProfile(context, account, null)
  const name = reply.people?.[account]?.name ?? shortenAddress(account)
  return {
    meta: {
      ...metaOf(context, name, `/account/${account}${profileTab(rest, reply.profile?.role === 'Artist')}`, {
        image: reply.profile?.avatar?.src ?? null,
        social: profileSocialTitle(reply),
      }),
      feed: reply.issuedCount > 0 ? { title: name, href: feedPath({ artist: account }) } : undefined,
    },
    // Only a read with a session shows whether the visitor follows the account.
    queries: [],
  }
}

export async function artSocietyPage(context: Context): Promise<Page> {
  return {
    meta: staticMeta(context, 'artSociety', '/art_society'),
    queries: [{ key: ['getVerifiedRandom', {}], data: await listVerifiedRandom(context) }],
  }
}
