import { shortenAddress } from '#contract/rules/accounts.ts'
import { editionState } from '#contract/rules/edition-state.ts'
import { amountOfDrops } from '#contract/rules/sale-amounts.ts'
import type { Edition, EditionReply } from '#contract/schemas/editions.ts'
import type { DemandReply, NftReply } from '#contract/schemas/nfts.ts'
import { amountInFigures } from './amount-words.ts'
import { joinTitle, nameIn } from './page-titles.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import { t } from './sentence.ts'
import { workFacts } from './work-facts.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'

interface Market {
  /** The marketplace's account. */
  owner: string
  tokens: readonly ListedToken[]
}

/** Returns the price or state in words; null if the work is not for sale. */
export function workState({ nft }: NftReply | DemandReply, { owner, tokens }: Market): string | null {
  if (nft.demand !== null) return nft.demand.price === null ? null : amountInFigures(nft.demand.price, tokens)
  if (nft.nftokenID === null || nft.burned) return null
  const state = saleState(nft, null, owner)
  switch (state.kind) {
    case 'listed':
      return amountInFigures(state.offer.amount, tokens)
    case 'auction': {
      const { topBid, startAmount } = state.auction
      return topBid === null
        ? t('auction from {amount}', { amount: amountInFigures(startAmount, tokens) })
        : t('auction, top bid {amount}', { amount: amountInFigures(topBid.amount, tokens) })
    }
    case 'transfer':
    case 'not_listed':
      return null
  }
}

const isBurned = ({ nft }: NftReply | DemandReply): boolean => nft.nftokenID !== null && nft.burned

/**
 * Returns the title of a shared link to a work: "Midnight Orchard #7 by Mara Lindqvist · 129.50 XRP", or "… · not
 * listed".
 */
export function workSocialTitle(reply: NftReply | DemandReply, market: Market): string {
  const { metadata, issuer } = reply.nft
  return joinTitle(
    t('{name} by {artist}', { name: metadata?.name ?? 'NFT', artist: nameIn(reply.people, issuer) }),
    workState(reply, market) ?? (isBurned(reply) ? t('burned') : t('not listed')),
  )
}

/** Returns the price of a print, or the start of the sale in UTC; null if no print is on sale. */
function editionSaleState(edition: Edition, now: number, tokens: readonly ListedToken[]): string | null {
  const state = editionState(edition, now)
  const priceOf = (drops: bigint) =>
    drops === 0n ? t('Free of charge') : amountInFigures(amountOfDrops(drops, edition.currency), tokens)
  if (state.kind === 'open' || state.kind === 'last_number') return priceOf(state.priceDrops)
  if (state.kind !== 'upcoming') return null
  const { startsAt, priceDrops } = state.phase
  return t('{price} from {start} UTC', {
    price: priceOf(BigInt(priceDrops)),
    start: startsAt.slice(0, 16).replace('T', ' '),
  })
}

/**
 * Returns the title of a shared link to an edition: "Night Tide by Mara Lindqvist · 20.00 XRP from 2027-03-01 18:00
 * UTC".
 */
export function editionSocialTitle(
  { edition, ledgerTime, people }: EditionReply,
  tokens: readonly ListedToken[],
): string {
  return joinTitle(
    t('{name} by {artist}', { name: edition.name, artist: nameIn(people, edition.issuer) }),
    editionSaleState(edition, Date.parse(ledgerTime), tokens) ?? t('not on sale'),
  )
}

/**
 * Returns the label of a work in one line, as alternative text of a shared picture: artist, title, year, medium and
 * size, collection.
 */
export function labelInWords({ nft, collection, people }: NftReply | DemandReply): string {
  const artist = people?.[nft.issuer]?.name ?? shortenAddress(nft.issuer)
  const title = nft.metadata?.name ?? 'NFT'
  return [artist, title, ...workFacts(nft), ...(collection === null ? [] : [collection.name])].join(' · ')
}
