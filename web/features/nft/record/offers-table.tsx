import { ExternalLink as ExternalIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import { t, rich } from '#web/messages.ts'
import { explorerAddress } from '#web/kit/explorer-link.tsx'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { changedSince, offerProblems } from '#web/kit/nfts/offer-problems.ts'
import { compareBid } from './bid-comparisons.ts'
import { ConfirmBid } from './confirm-bid.tsx'
import { RecordSection } from './record-section.tsx'
import { standingBids } from './standing-bids.ts'
import css from '#web/kit/lists/records.module.css'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'

interface OffersTableProps {
  title: string
  empty: string
  offers: Offer[]
  viewer: string | null
  /** The viewer's actions on an offer. */
  action: ComponentType<{ nft: Nft; offer: Offer }>
  nft: Nft
}

/**
 * Buy or sell offers, with the problems of each. For auction bids, shows the time of the bid, because all bids expire
 * with the auction.
 */
export function OffersTable({ title, empty, offers, viewer, nft, action: Action }: OffersTableProps) {
  const areBids = nft.onAuction !== null && offers === nft.buyOffers
  const events = standingBids(nft)
  // The owner can accept a bid, or answer it.
  const hasTwoButtons = offers === nft.buyOffers && nft.owner === viewer && nft.onAuction === null
  return (
    <RecordSection title={title} empty={empty} count={offers.length}>
      <table className={css.table} data-stacks={hasTwoButtons}>
        <thead>
          <tr>
            <th scope="col">{t('Amount')}</th>
            <th scope="col">{t('From / via')}</th>
            <th scope="col" className={css.wide}>
              {areBids ? t('When') : t('Expires')}
            </th>
            <th scope="col">
              <VisuallyHidden>{t('What you can do')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <OfferRow
              key={offer.nft_offer_index}
              offer={offer}
              viewer={viewer}
              comparisons={offers === nft.buyOffers ? compareBid(offer.amount, nft) : []}
              bid={
                areBids
                  ? {
                      leads: offer.nft_offer_index === nft.onAuction?.topBid?.nft_offer_index,
                      placedAt: events.get(offer.nft_offer_index)?.date ?? null,
                    }
                  : null
              }
            >
              <Action nft={nft} offer={offer} />
            </OfferRow>
          ))}
        </tbody>
      </table>
    </RecordSection>
  )
}

interface OfferRowProps {
  offer: Offer
  viewer: string | null
  /** Details of an auction bid; null for other offers. `placedAt` is null if the bid is not in the history. */
  bid: { leads: boolean; placedAt: string | null } | null
  /** The amount of a bid compared with the floor and the last sale. */
  comparisons: string[]
  children: ReactNode
}

function OfferRow({ offer, viewer, bid, comparisons, children }: OfferRowProps) {
  const { amount, owner, expiration, problem, beforeChange, nft_offer_index: index } = offer
  const { links } = useSettings()
  const explorer = explorerAddress(links, 'offer', index)
  const ends = expiration === null ? null : rippleTimeToIso(expiration)
  const placedTime = bid?.placedAt == null ? null : <RelativeTime at={bid.placedAt} />
  return (
    <tr data-dead={problem !== null}>
      <td>
        <AmountText amount={amount} />
        {comparisons.length > 0 && <span className={css.second}>{comparisons.join(' · ')}</span>}
        <span className={`${css.second} ${css.narrow}`}>
          {bid !== null
            ? placedTime
            : ends === null
              ? t('never expires')
              : rich('expires {when}', { when: <RelativeTime at={ends} upcoming /> })}
        </span>
        {problem !== null && <span className={css.problem}>{offerProblems[problem]}</span>}
        {beforeChange && <span className={css.problem}>{changedSince(owner === viewer)}</span>}
        {beforeChange && owner === viewer && <ConfirmBid offerIndex={index} />}
      </td>
      <td>
        <Address account={owner} viewer={viewer} />
        <span className={css.second}>
          {bid?.leads === true ? t('Top bid') : <Receiver offer={offer} viewer={viewer} />}
        </span>
      </td>
      <td className={css.wide}>
        {bid !== null ? placedTime : ends === null ? t('Never') : <RelativeTime at={ends} upcoming />}
      </td>
      <td className={`${css.last} ${css.acts}`}>
        {children}
        {explorer !== null && (
          <a
            href={explorer}
            target="_blank"
            rel="noopener noreferrer"
            className={css.icon}
            aria-label={t('Offer {id} in the explorer (opens in a new tab)', { id: index.slice(0, 6) })}
            title={index}
          >
            <ExternalIcon size={14} aria-hidden="true" />
          </a>
        )}
      </td>
    </tr>
  )
}

/** Says who can accept an offer. */
function Receiver({ offer: { destination, broker }, viewer }: { offer: Offer; viewer: string | null }) {
  const { owner: marketplace } = useSettings()
  const account = broker ?? (destination === null ? null : <Address account={destination} viewer={viewer} />)
  if (destination === null && broker === null) return t('for anyone')
  return destination === null || (broker === null && destination !== marketplace)
    ? rich('for {account}', { account })
    : rich('via {account}', { account })
}
