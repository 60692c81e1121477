import type { OfferKind } from '#contract/rules/actions.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import type { OfferDraft } from '#web/wallet/offer-draft.ts'

interface KindTexts {
  title: (work: string) => string
  description: string
  /** Label of the amount field; null without an amount. */
  amount: string | null
}

/** Texts of the offer dialog for each kind of offer. */
export const kindTexts: Record<OfferKind, KindTexts> = {
  listForSale: {
    title: (work) => t('Sell {work}', { work }),
    description: t('Listed at a fixed price. The first buyer to pay it gets the work.'),
    amount: t('Price'),
  },
  offerDirectly: {
    title: (work) => t('Offer {work}', { work }),
    description: t('A direct offer without a marketplace fee, to one account or to anyone.'),
    amount: t('Price'),
  },
  placeBid: {
    title: (work) => t('Bid on {work}', { work }),
    description: t('Nothing is paid until the owner accepts. You can cancel it at any time.'),
    amount: t('Your bid'),
  },
  runAuction: {
    title: (work) => t('Auction {work}', { work }),
    description: t('The highest bid wins. It settles automatically when the auction ends.'),
    amount: t('Start price'),
  },
  bidAtAuction: {
    title: (work) => t('Bid on {work}', { work }),
    description: t('Nothing is paid unless your bid wins when the auction ends.'),
    amount: t('Your bid'),
  },
  transfer: {
    title: (work) => t('Transfer {work}', { work }),
    description: t('Offered free of charge. It stays yours until the recipient accepts it.'),
    amount: null,
  },
}

/** Texts of a direct offer to an account that has bid on the work. */
const answerTexts: KindTexts = {
  title: (work) => t('Answer the bid on {work}', { work }),
  description: t('Name the price at which you sell to the bidder. There is no marketplace fee.'),
  amount: t('Price'),
}

/** Returns the texts of the offer dialog. A direct offer to a bidder answers the bid. */
export function offerTexts(nft: Nft, kind: OfferKind, draft: OfferDraft | null): KindTexts {
  const isAnswer = kind === 'offerDirectly' && nft.buyOffers.some(({ owner }) => owner === draft?.destination)
  return isAnswer ? answerTexts : kindTexts[kind]
}
