import { Link } from '@tanstack/react-router'
import type { AccountNft } from '#contract/schemas/profiles.ts'
import { t, rich } from '#web/messages.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import layout from '#web/kit/lists/list-layout.module.css'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { Button } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { useBegin } from '#web/wallet/trade-intent.ts'
import css from './owned-nfts.module.css'

/** All works of an account with their state. The owner can list them or change their prices here. */
export function OwnedGrid({ works, account }: { works: AccountNft[]; account: string }) {
  const isOwn = useAccount() === account
  return (
    <ul className={layout.works}>
      {works.map((work) => (
        <li key={work.nftokenID}>
          <OwnedCard work={work} isOwn={isOwn} />
        </li>
      ))}
    </ul>
  )
}

function OwnedCard({ work, isOwn }: { work: AccountNft; isOwn: boolean }) {
  const { nftokenID, name, image, collectionName, auctionEndsAt } = work
  const beginTrade = useBegin()
  const price = work.priceDrops ?? work.issuedPrice
  const isListed = price !== null
  return (
    <article className={css.owned}>
      <Link to="/nft/$id" params={{ id: nftokenID }} className={css.work}>
        <WorkPicture
          media={image}
          kind={work.kind}
          alt=""
          sizes="(max-width: 699px) 50vw, (max-width: 1359px) 33vw, 390px"
        />
        <span className={css.name}>{name}</span>
      </Link>
      <p className={css.facts}>{collectionName !== null && <span>{collectionName}</span>}</p>
      <div className={css.state}>
        <div>
          {auctionEndsAt !== null ? (
            <>
              {rich('On auction, {time}', {
                time: <Countdown until={auctionEndsAt} over={t('ended')} />,
              })}
            </>
          ) : price !== null ? (
            <>
              <AmountText amount={price} compact />
              <FiatBeside amount={price} compact />
            </>
          ) : (
            <span className={css.quiet}>{t('Not listed')}</span>
          )}
        </div>
        {isOwn && auctionEndsAt === null && (
          <Button
            size="small"
            aria-label={t('{label}: {value}', {
              label: isListed ? t('Change Price') : t('List'),
              value: name,
            })}
            onClick={() =>
              beginTrade(
                nftokenID,
                isListed ? { action: 'changePrice', draft: null } : { action: 'listForSale', draft: null },
              )
            }
          >
            {isListed ? t('Change Price') : t('List')}
          </Button>
        )}
      </div>
    </article>
  )
}
