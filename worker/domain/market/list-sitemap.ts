import { type Page, pages } from '#contract/pages.ts'
import { queryOpenCollectionIds, queryTokenIds } from '#db/queries/market/sitemap.ts'
import { findIdentity } from '#worker/domain/collection/find-identity.ts'
import type { Context } from '#worker/domain/context.ts'

/** Maximum number of addresses in one sitemap (sitemaps.org, "Protocol"). */
const maxAddresses = 50_000

const fixedPaths = Object.values<Page>(pages)
  .filter(({ inSitemap }) => inSitemap)
  .map(({ path }) => path.replace('/:rest{.+}?', ''))

const toAbsolute = ({ settings }: Context, path: string) => `${settings.siteOrigin}${path}`

/** Lists the addresses of the sitemaps: one for the fixed pages, and one for each collection. */
export async function listSitemaps(context: Context): Promise<string[]> {
  const rows = await queryOpenCollectionIds(context.db.http, maxAddresses - 1)
  return [
    toAbsolute(context, '/sitemap/pages.xml'),
    ...rows.map(({ id }) => toAbsolute(context, `/sitemap/collection/${id}.xml`)),
  ]
}

export function listFixedPages(context: Context): string[] {
  return fixedPaths.map((path) => toAbsolute(context, path))
}

/** Lists a collection's page and the pages of its tokens. Throws Refusal('not_found'). */
export async function listCollectionPages(context: Context, id: string): Promise<string[]> {
  const collection = await findIdentity(context, id)
  const rows = await queryTokenIds(context.db.http, collection, maxAddresses - 1)
  return [
    toAbsolute(context, `/collection/${id}`),
    ...rows.map((token) => toAbsolute(context, `/nft/${token.id}`)),
  ]
}
