import {
  type AccountOfferRow,
  queryOffersOnTokens,
  queryOffersOwned,
  queryOffersTo,
} from '#db/queries/account/accounts.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { accountsOfOffers, queryPeople } from '#db/queries/people/people.ts'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { Offer } from '#contract/schemas/nfts.ts'
import type { AccountOffer, AccountOffersReply } from '#contract/schemas/profiles.ts'
import type { Context } from '#worker/domain/context.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { offerViewer } from '#worker/domain/nft/offer-view.ts'
import { peopleView } from '#worker/domain/people/view.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/** Maximum number of offers per group. */
const maxOffers = 2500

function toView(
  { offer, name, metadata, unsolicited: isUnsolicited, floor, otherFloor, onAuction }: AccountOfferRow,
  { problem, beforeChange }: Pick<Offer, 'problem' | 'beforeChange'>,
  marketplace: string,
): AccountOffer {
  const isForEveryone = offer.destination === null || offer.destination === marketplace
  return {
    OfferID: offer.id,
    NFTokenID: offer.nftId,
    Flags: offer.isSell ? lsfSellNFToken : 0,
    Destination: offer.destination,
    Amount: offer.amount,
    Owner: offer.owner,
    Expiration: offer.expiration,
    problem,
    beforeChange,
    name: name ?? fallbackName(identifyToken(offer.nftId).sequence),
    image: metadata?.image ?? null,
    unsolicited: isUnsolicited,
    floorDrops: floor?.toString() ?? null,
    otherFloorDrops: isForEveryone ? otherFloor : null,
    onAuction,
  }
}

/** Reads the offers of an account, on its tokens and addressed to it, in one round trip. */
export async function listAccountOffers(context: Context, account: string): Promise<AccountOffersReply> {
  const reader = context.db.http
  const [ownedOffers, onTokens, addressedOffers, cursor, people] = await reader.batch([
    queryOffersOwned(reader, account, maxOffers),
    queryOffersOnTokens(reader, account, maxOffers),
    queryOffersTo(reader, account, maxOffers),
    queryCursor(reader),
    queryPeople(reader, accountsOfOffers(account)),
  ])
  const asOf = ledgerNow(cursor[0]?.closedAt, context.now())
  const accountOffers = [...ownedOffers, ...onTokens, ...addressedOffers].map(({ offer }) => offer)
  const see = await offerViewer(context, accountOffers, asOf)
  const viewOf = (row: AccountOfferRow) =>
    toView(row, see(row.offer, row.changedLedger), context.treasury.account)
  const tokens = new Map<string, AccountOffersReply['offers_for_own_nfts'][number]>()
  for (const row of onTokens) {
    const offer = viewOf(row)
    const { NFTokenID, name, image } = offer
    const group = tokens.get(NFTokenID) ?? { NFTokenID, name, image, sell: [], buy: [] }
    group[row.offer.isSell ? 'sell' : 'buy'].push(offer)
    tokens.set(NFTokenID, group)
  }
  return {
    offers_owned: ownedOffers.map(viewOf),
    offers_for_own_nfts: [...tokens.values()],
    offers_as_destination: addressedOffers.map(viewOf),
    ledgerIndex: cursor[0]?.ledgerIndex ?? 0,
    people: peopleView(people),
  }
}
