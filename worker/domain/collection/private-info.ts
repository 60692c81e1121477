import { sentence } from '#contract/words/sentence.ts'
import { queryCollection } from '#db/queries/collection/lists.ts'
import { queryBlacklist, queryRules, queryWhitelist } from '#db/queries/collection/rules.ts'
import type { PrivateCollection } from '#contract/schemas/collections.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'

/**
 * Returns all data of a collection, including its promo code and lists, to its issuer only. Throws Refusal: not_found,
 * forbidden.
 */
export async function getPrivateInfo(
  { db }: Context,
  { account }: Actor,
  id: string,
): Promise<PrivateCollection> {
  const [[row], [rules], whitelist, blacklist] = await db.http.batch([
    queryCollection(db.http, id),
    queryRules(db.http, id),
    queryWhitelist(db.http, id),
    queryBlacklist(db.http, id),
  ])
  if (row === undefined) throw new Refusal('not_found', sentence('This collection does not exist.'))
  if (row.collection.issuer !== account)
    throw new Refusal('forbidden', sentence('Only the issuer of a collection can see this.'))
  return {
    ...collectionView(row),
    promoCodeEnabled: rules?.promoCodeEnabled ?? false,
    promoCode: rules?.promoCode ?? null,
    whitelist: Object.fromEntries(whitelist.map(({ account: listedAccount, most }) => [listedAccount, most])),
    whitelistEnabled: rules?.whitelistEnabled ?? false,
    blackList: blacklist.map(({ account: listedAccount }) => listedAccount),
    blacklistEnabled: rules?.blacklistEnabled ?? false,
  }
}
