import { Link } from '@tanstack/react-router'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { nftSortNames } from '#contract/rules/list-addresses.ts'
import type { DemandCard, NftCard } from '#contract/schemas/nfts.ts'
import { locale, t, rich } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import css from '#web/kit/lists/data-table.module.css'
import { SortHead, WatchHead } from '#web/kit/lists/sort-head.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { WatchButton } from '#web/kit/watchlist/watch-button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'

type Sort = (typeof nftSortNames)[number]

interface NftTableProps {
  nfts: (NftCard | DemandCard)[]
  sort: Sort
  onSort: (sort: Sort) => void
}

/** A compact table of works that is sorted by clicking the column heads. */
export function NftTable({ nfts, sort, onSort }: NftTableProps) {
  const sortProps = { sort, onSort }
  return (
    <div className={css.scroll} data-sideways>
      <table className={css.table} aria-label={t('Items')}>
        <thead>
          <tr>
            <WatchHead />
            <SortHead {...sortProps} title={t('Work')} sorts={null} />
            <SortHead
              {...sortProps}
              title={t('Price')}
              sorts={{ ascending: 'price_inc', descending: 'price_dec' }}
              numeric
            />
            <SortHead
              {...sortProps}
              title={t('Rarity')}
              sorts={{ ascending: 'rarity_dec', descending: 'rarity_inc' }}
              numeric
            />
            <SortHead {...sortProps} title={t('Last sale')} sorts={null} numeric />
            <SortHead {...sortProps} title={t('Owner')} sorts={null} />
          </tr>
        </thead>
        <tbody>
          {nfts.map((nft) => (
            <Row key={nft._id} nft={nft} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ nft }: { nft: NftCard | DemandCard }) {
  const { _id: id, name, image, nftokenID, rarity, lastSale, owner } = nft
  const price = nft.auction === null ? (nft.priceDrops ?? nft.issuedPrice) : null
  return (
    <tr>
      <td className={css.watch}>
        <WatchButton kind="nft" id={id} name={name} price={price} small />
      </td>
      <th scope="row" aria-label={name}>
        <Link to="/nft/$id" params={{ id }} className={css.thing}>
          <span className={css.picture}>
            <WorkPicture
              media={image}
              alt=""
              sizes="40px"
              largest={150}
              sealed={nftokenID === null && image === null}
            />
          </span>
          <span className={css.name}>{name}</span>
        </Link>
      </th>
      <td data-align="end">
        <Price nft={nft} />
      </td>
      <td data-align="end">{rarity === null ? <None /> : rarity.rank.toLocaleString(locale)}</td>
      <td data-align="end">{lastSale === null ? <None /> : <Amounts amount={lastSale} />}</td>
      <td>
        {nftokenID === null ? <span className={css.quiet}>{t('Demand')}</span> : <Address account={owner} />}
      </td>
    </tr>
  )
}

function Amounts({ amount }: { amount: Amount }) {
  return (
    <>
      <AmountText amount={amount} compact />
      <FiatBeside amount={amount} compact />
    </>
  )
}

const None = () => <span className={css.quiet}>–</span>

function Price({ nft: { auction, priceDrops, issuedPrice } }: { nft: NftCard | DemandCard }) {
  if (auction !== null)
    return (
      <>
        <AmountText amount={auction.topBid?.amount ?? auction.startAmount} compact />
        <span className={css.below}>
          {rich('ends in {time}', {
            time: <Countdown until={auction.endsAt} over={t('Ended')} />,
          })}
        </span>
      </>
    )
  const price = priceDrops ?? issuedPrice
  return price === null ? <span className={css.quiet}>{t('Not listed')}</span> : <Amounts amount={price} />
}
