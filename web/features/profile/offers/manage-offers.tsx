import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Message } from '#web/ui/message.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import { cancelRun, isRunning, rowsInWallet, rowsToRetry } from '#web/wallet/runs/run-state.ts'
import { newAmount, priceError } from '#web/wallet/selling/new-price.ts'
import { useLowPrices } from '#web/wallet/selling/use-low-prices.tsx'
import { ManageOfferRow } from './manage-offer-row.tsx'
import { cancelRow, changeRow, repriceStore, rowOf, withoutDone } from './reprice-state.ts'
import css from './multi-select.module.css'
import { useReprice } from './use-reprice.ts'

/** Maximum number of offers in one NFTokenCancelOffer transaction. */
const maxCancelled = 500

/** Changes the prices of several own offers, or cancels several with one signature. */
export function ManageOffers({ account, offers }: { account: string; offers: AccountOffer[] }) {
  const reprice = useReprice(account, offers)
  const { key, state, rows } = reprice
  const [isSubmitted, setSubmitted] = useState(false)
  const [isCancelling, setCancelling] = useState(false)
  const isInProgress = isRunning(state)
  const retryRows = rowsToRetry(state).filter((id) => id !== cancelRow)
  const open = rows.filter(({ id }) => rowOf(state, id).status === 'ready')
  const selection = open.filter(({ id }) => rowOf(state, id).selected)
  const listings = selection.filter(({ listed }) => listed)
  const invalid = listings.filter((group) => priceError(group.terms, rowOf(state, group.id).value) !== null)
  const lowPrices = useLowPrices(
    listings.map(({ id, name, offers: [offer], terms }) => ({
      id,
      name,
      amount: newAmount(terms, rowOf(state, id).value),
      floorDrops: offer?.floorDrops ?? null,
    })),
  )
  const toCancel = selection.flatMap((group) => group.offers).slice(0, maxCancelled)
  const run = () => {
    setSubmitted(true)
    if (invalid.length > 0) return
    if (lowPrices.unconfirmed) lowPrices.show()
    else reprice.run(listings)
  }
  const select = (selected: boolean) =>
    repriceStore.change(key, (now) => open.reduce((next, { id }) => changeRow(next, id, { selected }), now))
  return (
    <section aria-label={t('Edit several offers')} className={css.multiSelect}>
      <div className={css.head}>
        <h2 className={css.title}>{t('Edit several offers')}</h2>
        <Link to="/account/$account/profile/offers" params={{ account }} className={css.back}>
          {t('Back to all offers')}
        </Link>
      </div>
      {isInProgress && <Progress reprice={reprice} />}
      {rows.length === 0 ? (
        <Message title={t('No offers')}>{t('You can change your listings and bids here.')}</Message>
      ) : (
        <>
          {!isInProgress && (
            <div className={css.bar}>
              <p role="status" className={css.quiet}>
                {t('{count} of {count2} chosen.', { count: selection.length, count2: open.length })}
              </p>
              <div className={css.acts}>
                {retryRows.length > 1 && (
                  <Button onClick={() => reprice.again(retryRows)}>
                    {t('Try all {count, number} again', { count: retryRows.length })}
                  </Button>
                )}
                {Object.values(state.rows).some(({ status }) => status === 'success') && (
                  <Button look="quiet" onClick={() => repriceStore.change(key, withoutDone)}>
                    {t('Clear finished items')}
                  </Button>
                )}
                <Button disabled={toCancel.length === 0} onClick={() => setCancelling(true)}>
                  {t('{count, plural, one {Cancel # offer} other {Cancel # offers}}', {
                    count: toCancel.length,
                  })}
                </Button>
                <Button
                  look="primary"
                  disabled={listings.length === 0 || listings.length < selection.length || !reprice.ready}
                  unready={lowPrices.unconfirmed}
                  onClick={run}
                >
                  {listings.length === 1
                    ? t('Change 1 price')
                    : t('Change {count} prices', { count: listings.length })}
                </Button>
              </div>
            </div>
          )}
          {!isInProgress && lowPrices.note}
          {isSubmitted && invalid.length > 0 && (
            <p role="alert">
              {t(
                '{count, plural, one {One row has no valid price yet.} other {# rows have no valid price yet.}}',
                { count: invalid.length },
              )}
            </p>
          )}
          <div hidden={isInProgress}>
            <Checkbox checked={open.length > 0 && selection.length === open.length} onChange={select}>
              {t('All {count} offers', { count: open.length })}
            </Checkbox>
          </div>
          <ul aria-label={t('Your offers')}>
            {rows.map((group) => (
              <ManageOfferRow
                key={group.id}
                ownOffers={group}
                row={rowOf(state, group.id)}
                storeKey={key}
                onAgain={() => reprice.again([group.id])}
                isQueued={state.queue.includes(group.id)}
                isSubmitted={isSubmitted}
              />
            ))}
          </ul>
        </>
      )}
      {isCancelling && (
        <CancelDialog account={account} offers={toCancel} onClose={() => setCancelling(false)} />
      )}
    </section>
  )
}

function Progress({ reprice }: { reprice: ReturnType<typeof useReprice> }) {
  const { key, state, reply, waitMs, nameOf } = reprice
  const { [cancelRow]: cancellation, ...works } = state.rows
  const [first, ...rest] = rowsInWallet(state)
  const subject =
    first === cancelRow
      ? t('cancellation of the old offers')
      : rest.length > 0
        ? t('new prices of {count} works', { count: rest.length + 1 })
        : first === undefined
          ? t('new price of the next work')
          : t('new price of {name}', { name: nameOf(first) })
  return (
    <RunProgress
      // Leaves the cancellation out, because it is not a work.
      state={cancellation?.status === 'success' ? { ...state, rows: works } : state}
      reply={reply}
      subject={subject}
      doneVerb="changed"
      waitMs={waitMs}
      onCancel={() => repriceStore.change(key, cancelRun)}
      // Signing row by row requires that the old offers are cancelled first, so it starts a new run.
      onApart={() => repriceStore.change(key, cancelRun)}
    />
  )
}

interface CancelDialogProps {
  account: string
  offers: AccountOffer[]
  onClose: () => void
}

/** The confirm step before one transaction cancels several offers. */
function CancelDialog({ account, offers, onClose }: CancelDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const NFTokenOffers = offers.map(({ OfferID }) => OfferID)
  const txjson = { TransactionType: 'NFTokenCancelOffer' as const, Account: account, NFTokenOffers }
  return (
    <ConfirmDialog
      title={t('{count, plural, one {Cancel # offer} other {Cancel # offers}}', { count: offers.length })}
      description={t('One signature cancels all of them and releases their reserve.')}
      action={offers.length === 1 ? t('Cancel it in your wallet') : t('Cancel them in your wallet')}
      busy={busy}
      signs="cancelOffers"
      refusal={refusal}
      onConfirm={() =>
        void ask(
          'requestTransaction',
          { body: { txjson } },
          {
            action: 'cancelOffers',
            title: t('{count, plural, one {# offer} other {# offers}}', { count: offers.length }),
          },
        )
      }
      onClose={onClose}
    />
  )
}
