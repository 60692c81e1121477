import type { Amount } from '#contract/schemas/amounts.ts'
import type { NftReply } from '#contract/schemas/nfts.ts'
import { readableBid, type SaleState, saleState, smallestBid } from '#contract/rules/sale-state.ts'
import { t } from '#web/messages.ts'
import type { BuyerProblem } from '#web/wallet/buyer-problem.ts'
import { isRandomlyMintable } from '#web/kit/nfts/randomly-mintable.ts'
import type { OfferKind } from '#contract/rules/actions.ts'
import type { TradeIntent } from '#web/wallet/trade-intent.ts'

export interface TradeAction {
  name: string
  intent: TradeIntent
  /** Reason why the action is disabled. */
  barred?: string
  /** The amount that a bid must exceed (`above`) or reach, shown on the button. */
  bids?: { amount: Amount; above: boolean }
  /** True if the viewer has the top bid of the auction, false if they were outbid; omitted if they have not bid. */
  leads?: boolean
  /** Total of a purchase, shown on the button. */
  buys?: { amount: Amount; brokered: boolean; seller: string; offerIndex: string }
}

export interface TradeActions {
  /** One or two actions. On phones they stay at the bottom edge. */
  main: TradeAction[]
  moreActions: TradeAction[]
}

const createOfferAction = (name: string, action: OfferKind): TradeAction => ({
  name,
  intent: { action, draft: null },
})
const burn: TradeAction = { name: t('Burn'), intent: { action: 'burn' } }
const changePrice: TradeAction = {
  name: t('Change Price'),
  intent: { action: 'changePrice', draft: null },
}
const contact: TradeAction = { name: t('Contact NFT Owner'), intent: { action: 'contactOwner' } }
const bid = createOfferAction(t('Place a Bid'), 'placeBid')

/**
 * True if the token can change owners. A non-transferable token can only move between its issuer and one other account.
 */
function canMove({ nft }: NftReply, viewer: string | null): boolean {
  return nft.flags.transferable || nft.issuer === nft.owner || nft.issuer === viewer
}

function ownerActions(reply: NftReply, state: SaleState): TradeActions {
  const cancel = (name: string, offerIndex: string): TradeActions => ({
    main: [{ name, intent: { action: 'cancelOffer', offerIndex } }],
    moreActions: [burn],
  })
  switch (state.kind) {
    case 'auction':
      // An auction with a valid bid ends in a sale, unless the work is burned or sold elsewhere.
      return cancel(t('End the auction'), state.auction.offerIndex)
    case 'listed': {
      const { main, moreActions } = cancel(t('Cancel the listing'), state.offer.nft_offer_index)
      return { main: [changePrice, ...main], moreActions }
    }
    case 'transfer':
      return cancel(t('Cancel the transfer'), state.offer.nft_offer_index)
    case 'not_listed':
      return unlistedActions(reply)
  }
}

function unlistedActions(reply: NftReply): TradeActions {
  const transfer = createOfferAction(t('Transfer'), 'transfer')
  if (!canMove(reply, reply.nft.owner)) return { main: [], moreActions: [transfer, burn] }
  return {
    main: [
      createOfferAction(t('Sell Now'), 'listForSale'),
      createOfferAction(t('Open Auction'), 'runAuction'),
    ],
    moreActions: [transfer, createOfferAction(t('Create Sell Offer'), 'offerDirectly'), burn],
  }
}

/** Buying rules that also apply to bidders of an auction. */
const listRules = ['blacklisted', 'not_whitelisted', 'purchase_limit']

function visitorActions(
  reply: NftReply,
  state: SaleState,
  { viewer, now, problem }: { viewer: string | null; now: number; problem: BuyerProblem | null },
): TradeActions {
  const notAnnounced = reply.collection?.notAnnounced === true
  const announcementBar = notAnnounced ? { barred: t('This collection has not been announced yet.') } : {}
  const purchaseBar = notAnnounced || problem === null ? announcementBar : { barred: problem.message }
  if (!canMove(reply, viewer)) return { main: [], moreActions: [contact] }
  switch (state.kind) {
    case 'auction': {
      const over = Date.parse(state.auction.endsAt) <= now
      const isListRule = problem !== null && listRules.includes(problem.code)
      const auctionBar = over
        ? { barred: t('This auction is over and is being settled.') }
        : isListRule
          ? purchaseBar
          : announcementBar
      const { topBid, startAmount } = state.auction
      const bids = { amount: topBid?.amount ?? readableBid(smallestBid(startAmount)), above: topBid !== null }
      const hasBid = viewer !== null && reply.nft.buyOffers.some(({ owner }) => owner === viewer)
      const bidStanding = topBid !== null && hasBid ? { leads: topBid.owner === viewer } : {}
      return {
        main: [
          { ...createOfferAction(t('Auction Bid'), 'bidAtAuction'), bids, ...bidStanding, ...auctionBar },
        ],
        moreActions: [contact],
      }
    }
    case 'listed': {
      const { offer: listing, brokered } = state
      const { amount, owner: seller, nft_offer_index: offerIndex } = listing
      const buys = { amount, brokered, seller, offerIndex }
      return {
        main: [{ name: t('Buy Now'), intent: { action: 'buyNow' }, buys, ...purchaseBar }, bid],
        moreActions: [contact],
      }
    }
    case 'transfer':
    case 'not_listed':
      return { main: [...listAcceptActions(state, viewer), bid], moreActions: [contact] }
  }
}

/**
 * Returns the action for accepting a gift. A gift is not a sale, so neither the collection's announcement date nor its
 * buying rules apply.
 */
function listAcceptActions(state: SaleState, viewer: string | null): TradeAction[] {
  if (state.kind !== 'transfer' || (state.to !== viewer && state.to !== 'Public')) return []
  return [
    {
      name: t('Accept Transfer'),
      intent: { action: 'acceptOffer', offerIndex: state.offer.nft_offer_index },
    },
  ]
}

/**
 * Returns the viewer's actions on a work by role and sale state. `now` is in milliseconds; `problem` is the reason why
 * the viewer cannot buy from the issuer.
 */
export function tradeActions(
  reply: NftReply,
  viewer: string | null,
  marketplace: string,
  now: number,
  problem: BuyerProblem | null,
): TradeActions {
  const { nft, collection } = reply
  if (nft.burned) return { main: [], moreActions: [] }
  const state = saleState(nft, viewer, marketplace)
  if (nft.owner === viewer) return ownerActions(reply, state)
  if (isRandomlyMintable(nft, collection, marketplace))
    return { main: listAcceptActions(state, viewer), moreActions: [contact] }
  return visitorActions(reply, state, { viewer, now, problem })
}

/** Returns the initial content of a swap proposal; null for a work that cannot be part of one. */
export function swapOf(
  reply: NftReply,
  viewer: string,
  marketplace: string,
): { gives: string } | { with: string; gets: string } | null {
  const { burned, owner, onAuction, nftokenID } = reply.nft
  if (burned || owner === marketplace || onAuction !== null) return null
  if (owner === viewer) return canMove(reply, owner) ? { gives: nftokenID } : null
  return canMove(reply, viewer) ? { with: owner, gets: nftokenID } : null
}
