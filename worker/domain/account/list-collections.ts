import { queryCollectionsOfIssuer, queryVerifiedRandom } from '#db/queries/account/accounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'

const most = 500
const heroLimit = 24

export async function listAccountCollections({ db }: Context, account: string) {
  return (await queryCollectionsOfIssuer(db.read, account, most)).map(collectionView)
}

/** Lists the collections that the art society page shows at its top. */
export async function listVerifiedRandom({ db }: Context) {
  return (await queryVerifiedRandom(db.read, heroLimit)).map(collectionView)
}
