import { queryDeadOffers } from '#db/queries/trade/offers.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { queryPeople, accountList } from '#db/queries/people/people.ts'
import type { DeadOffersReply } from '#contract/schemas/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { offerViews } from '#worker/domain/nft/offer-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'

/** Maximum number of offers in one NFTokenCancelOffer. */
const limit = 500

/**
 * Lists the caller's offers that can no longer be accepted, with the reason: expired, dormant (another account has the
 * token), unfunded and so on. Takes one round trip.
 */
export async function listDeadOffers(context: Context, { account }: Actor): Promise<DeadOffersReply> {
  const { db, now, ledger } = context
  const [deadOffers, cursor, people] = await db.http.batch([
    queryDeadOffers(db.http, account, limit + 1),
    queryCursor(db.http),
    // Every page makes this call for its header, which also shows the caller's picture.
    queryPeople(db.http, accountList([account])),
  ])
  const rows = deadOffers.slice(0, limit)
  const views = await offerViews(
    context,
    rows.map((row) => row.offer),
    ledgerNow(cursor[0]?.closedAt, now()),
  )
  const offers = views.flatMap((view, i) => {
    const row = rows[i]
    return row === undefined
      ? []
      : [{ ...view, nftokenID: row.offer.nftId, name: row.name ?? fallbackName(row.sequence ?? 0) }]
  })
  return {
    offers,
    more: deadOffers.length > limit,
    reserveDrops: (ledger.lastReserves().ownerDrops * BigInt(offers.length)).toString(),
    people: peopleView(people),
  }
}
