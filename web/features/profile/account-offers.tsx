import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { AccountOffer, AccountOffersReply } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'
import { MinimumBid } from '#web/kit/bids/minimum-bid.tsx'
import { QueryStates } from '#web/kit/query-states.tsx'
import { DeadOffersNotice } from '#web/wallet/dead-offers/dead-offers-notice.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './offers/account-offers.module.css'
import { OfferGroup } from './offers/offer-group.tsx'
import { reminderOf } from './offers/reminders.ts'
import { accountOffersQuery } from '#web/kit/accounts/queries.ts'

const ManageOffers = lazyCode(async () => (await import('./offers/manage-offers.tsx')).ManageOffers)

const unsolicitedWarning = t(
  'Nobody requested these. Free NFTs from strangers are often scams: check an NFT before you accept it, and never follow a link in one.',
)

/**
 * Offers of an account by group. Unsolicited gifts are collapsed, because strangers choose the names of their works.
 */
export function AccountOffers({ account, multiSelect }: { account: string; multiSelect: boolean }) {
  const isOwn = useAccount() === account
  const query = useQuery(accountOffersQuery(account))
  return (
    <QueryStates query={query} pending={<Skeleton width="100%" height="20rem" />}>
      {(offers) =>
        isOwn && multiSelect ? (
          <Suspense fallback={null}>
            <ManageOffers account={account} offers={offers.offers_owned} />
          </Suspense>
        ) : (
          <Groups account={account} offers={offers} />
        )
      }
    </QueryStates>
  )
}

function Groups({ account, offers }: { account: string; offers: AccountOffersReply }) {
  const viewer = useAccount()
  const [ids, setIds] = useState(false)
  const { offers_owned, offers_for_own_nfts, offers_as_destination } = offers
  const now = useNow(60_000)
  const reminders = new Map(
    (viewer === account ? offers_owned : []).flatMap((offer) => {
      const reason = reminderOf(offer, now)
      return reason === null ? [] : [[offer.OfferID, reason] as const]
    }),
  )
  // The first group already contains the account's own listings.
  const forOwn = offers_for_own_nfts
    .flatMap(({ sell, buy }) => [...buy, ...sell])
    .filter(({ Owner }) => Owner !== account)
  const isRequested = (offer: AccountOffer) => !offer.unsolicited
  const unsolicitedOffers = offers_as_destination.filter((offer) => offer.unsolicited)
  return (
    <div className={css.groups} data-ids={ids}>
      <DeadOffersNotice account={account} />
      {viewer === account && <MinimumBid />}
      <div className={css.tools}>
        <Checkbox checked={ids} onChange={setIds}>
          {t('Show ids')}
        </Checkbox>
        {viewer === account && offers_owned.length > 1 && (
          <Link
            to="/account/$account/profile/offers"
            params={{ account }}
            search={{ multiSelect: true }}
            className={css.multiSelect}
          >
            {t('Edit several offers')}
          </Link>
        )}
      </div>
      {reminders.size > 0 && (
        <OfferGroup
          title={t('Needs a look')}
          offers={offers_owned.filter(({ OfferID }) => reminders.has(OfferID))}
          account={account}
          viewer={viewer}
          reminders={reminders}
        />
      )}
      <OfferGroup title={t('Offers Owned')} offers={offers_owned} account={account} viewer={viewer} />
      <OfferGroup title={t('Offers for own NFTs')} offers={forOwn} account={account} viewer={viewer} />
      <OfferGroup
        title={t('Offers as destination')}
        offers={offers_as_destination.filter(isRequested)}
        account={account}
        viewer={viewer}
      />
      {unsolicitedOffers.length > 0 && (
        <OfferGroup
          title={t('Gifts you did not ask for')}
          offers={unsolicitedOffers}
          account={account}
          viewer={viewer}
          warning={unsolicitedWarning}
        />
      )}
    </div>
  )
}
