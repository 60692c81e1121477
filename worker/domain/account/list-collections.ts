import { queryCollectionsOfIssuer, queryVerifiedRandom } from '#db/queries/account/accounts.ts'
import { accountList, queryPeople } from '#db/queries/people/people.ts'
import type { Context } from '#worker/domain/context.ts'
import { collectionView } from '#worker/domain/nft/collection-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'

const maxCollections = 500
const heroLimit = 24

export async function listAccountCollections({ db }: Context, account: string) {
  return (await queryCollectionsOfIssuer(db.http, account, maxCollections)).map(collectionView)
}

/** Lists the collections at the top of the art society page, each with the name and picture of its artist. */
export async function listVerifiedRandom({ db }: Context) {
  const collections = (await queryVerifiedRandom(db.http, heroLimit)).map(collectionView)
  const people = await queryPeople(db.http, accountList(collections.map(({ issuer }) => issuer)))
  return collections.map((collection) => ({
    ...collection,
    people: peopleView(people.filter(({ account }) => account === collection.issuer)),
  }))
}
