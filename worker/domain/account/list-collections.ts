import { queryCollectionsOfIssuer, queryVerifiedRandom } from '#db/queries/account/accounts.ts'
import type { Context } from '#worker/domain/context.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'

const most = 500
const heroLimit = 24

export async function listAccountCollections({ db }: Context, account: string) {
  return (await queryCollectionsOfIssuer(db.read, account, most)).map(collectionView)
}

/** For the hero of the art society page. */
export async function listVerifiedRandom({ db }: Context) {
  return (await queryVerifiedRandom(db.read, heroLimit)).map(collectionView)
}
