import { Link } from '@tanstack/react-router'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { t, rich } from '#web/messages.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import { againstFloor } from '#web/kit/amounts/against-floor.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { WorkPicture } from '#web/kit/media/work-picture.tsx'
import { rippleTimeToIso } from '#web/kit/ripple-time.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { changedSince, offerProblems } from '#web/kit/nfts/offer-problems.ts'
import records from '#web/kit/lists/records.module.css'
import { Button } from '#web/ui/button.tsx'
import css from './account-offers.module.css'
import { type OfferAct, offerActs, offerType } from './offer-acts.ts'

interface AccountOfferRowProps {
  offer: AccountOffer
  /** The account whose page is shown. */
  account: string
  viewer: string | null
  /** Why the account should look at its offer; replaces the problem of the offer. */
  reminder?: string | undefined
  onAct: (act: OfferAct) => void
}

const shortenText = (id: string) => `${id.slice(0, 6)}...${id.slice(-4)}`

export function AccountOfferRow({ offer, account, viewer, reminder, onAct }: AccountOfferRowProps) {
  const { OfferID, NFTokenID, Owner, Destination, Amount, Expiration, problem, name, image, floorDrops } =
    offer
  const ends = Expiration === null ? null : rippleTimeToIso(Expiration)
  const reason = reminder ?? (problem === null ? null : offerProblems[problem])
  return (
    <tr data-dead={problem !== null}>
      <td className={`${css.cell} ${css.nft}`}>
        <VisuallyHidden>{t('Work')}</VisuallyHidden>
        <span className={css.work}>
          <span className={css.picture}>
            <WorkPicture media={image} alt="" sizes="80px" largest={300} />
          </span>
          <span className={css.words}>
            <Link to="/nft/$id" params={{ id: NFTokenID }} className={css.link} title={NFTokenID}>
              {name}
            </Link>
            <span className={css.type}>
              {offerType(offer)}
              {Owner !== account && (
                <span className={css.maker}>
                  {rich('by {account}', { account: <Address account={Owner} viewer={viewer} /> })}
                </span>
              )}
            </span>
            {reason !== null && <span className={records.problem}>{reason}</span>}
            {offer.beforeChange && (
              <span className={records.problem}>{changedSince(offer.Owner === viewer)}</span>
            )}
            <span className={css.ids}>
              <span>{shortenText(NFTokenID)}</span>
              <ExplorerLink page="offer" id={OfferID} title={OfferID}>
                {t('Offer {short}', { short: shortenText(OfferID) })}
              </ExplorerLink>
            </span>
          </span>
        </span>
      </td>
      <td className={`${css.cell} ${css.amount}`}>
        <AmountText amount={Amount} />
        <span className={records.second}>{againstFloor(Amount, floorDrops)}</span>
      </td>
      <td className={`${css.cell} ${css.expires}`} data-label={t('Expires:')} data-never={ends === null}>
        {ends === null ? t('Never') : <RelativeTime at={ends} upcoming />}
      </td>
      <td
        className={`${css.cell} ${css.destination}`}
        data-label={Destination === null ? undefined : t('For:')}
      >
        {Destination === null ? '_' : <Address account={Destination} viewer={viewer} />}
      </td>
      <td className={`${records.last} ${css.cell} ${css.buttons}`}>
        <div className={css.actions}>
          {offerActs(offer, viewer).map(({ action: act, name: action }) => (
            <Button
              key={act}
              size="small"
              aria-label={t('{action}: {offerType} for {name}', {
                action,
                offerType: offerType(offer),
                name,
              })}
              onClick={() => onAct(act)}
            >
              {action}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  )
}
