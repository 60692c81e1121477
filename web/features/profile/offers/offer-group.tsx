import { Suspense, useId, useState } from 'react'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { locale, t } from '#web/messages.ts'
import records from '#web/kit/lists/records.module.css'
import { Button } from '#web/ui/button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import css from './account-offers.module.css'
import { AccountOfferRow } from './account-offer-row.tsx'
import type { OfferAct } from './offer-acts.ts'

const OfferDialog = lazyCode(async () => (await import('./offer-dialog.tsx')).OfferDialog)

const RepriceOffer = lazyCode(async () => (await import('./reprice-offer.tsx')).RepriceOffer)

/** Rows shown initially and added by each click. */
const step = 50

interface OfferGroupProps {
  title: string
  offers: AccountOffer[]
  account: string
  viewer: string | null
  /** If set, the group is collapsed and shows this text above its offers. */
  warning?: string
  /** Reasons to look at an offer, by its id. */
  reminders?: ReadonlyMap<string, string>
}

export function OfferGroup({ title, offers, account, viewer, warning, reminders }: OfferGroupProps) {
  const id = useId()
  const [limit, setShown] = useState(step)
  const [choice, setChosen] = useState<{ offer: AccountOffer; act: OfferAct } | null>(null)
  const heading = (
    <h2 id={id} className={css.title}>
      {title} <span className={css.count}>{offers.length.toLocaleString(locale)}</span>
    </h2>
  )
  const list = (
    <>
      {offers.length === 0 ? (
        <p className={css.empty}>{t('No Offers.')}</p>
      ) : (
        <div className={css.scroll} data-sideways>
          <table className={`${records.table} ${css.table}`}>
            <thead>
              <tr>
                <th scope="col">{t('Work')}</th>
                <th scope="col">{t('Amount')}</th>
                <th scope="col">{t('Expires')}</th>
                <th scope="col">{t('Destination')}</th>
                <th scope="col">
                  <VisuallyHidden>{t('What you can do')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {offers.slice(0, limit).map((offer) => (
                <AccountOfferRow
                  key={offer.OfferID}
                  offer={offer}
                  account={account}
                  viewer={viewer}
                  reminder={reminders?.get(offer.OfferID)}
                  onAct={(act) => setChosen({ offer, act })}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {offers.length > limit && (
        <div className={css.more}>
          <Button onClick={() => setShown(limit + step)}>{t('Show more', { context: 'works' })}</Button>
        </div>
      )}
    </>
  )
  return (
    <section aria-labelledby={id}>
      {warning === undefined ? (
        <>
          {heading}
          {list}
        </>
      ) : (
        <details className={`${disclosure.disclosure} ${css.folded}`}>
          <summary>{heading}</summary>
          <p className={css.warning}>{warning}</p>
          {list}
        </details>
      )}
      <Suspense fallback={null}>
        {choice !== null && viewer !== null && (
          <ActDialog {...choice} account={viewer} onClose={() => setChosen(null)} />
        )}
      </Suspense>
    </section>
  )
}

interface ActDialogProps {
  offer: AccountOffer
  act: OfferAct
  account: string
  onClose: () => void
}

function ActDialog({ act, ...props }: ActDialogProps) {
  return act === 'changePrice' ? <RepriceOffer {...props} /> : <OfferDialog {...props} act={act} />
}
