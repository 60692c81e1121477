import { useState } from 'react'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { sentenceSpace } from '#web/joined.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import { cancelRun, isRunning, rowsInWallet, rowsToRetry, tryAllAgain } from '#web/wallet/runs/run-state.ts'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { BatchCurrency } from './batch-currency.tsx'
import { BatchRowView } from './batch-row-view.tsx'
import { changeBatch, changeRows, resetFinished, rowOf } from './batch-state.ts'
import css from './batch.module.css'
import { isTaken, type OwnWork } from './own-work.ts'
import { useBatchForm } from './use-batch-form.ts'

/** Rows shown initially and added by each click, because an account may own thousands of works. */
const step = 200

interface BatchFormProps {
  /** A collection's id, or a name for another selection of works. Each has its own draft. */
  of: string
  account: string
  tokens: readonly OwnWork[]
  /** Text that the names of the shown works contain. Selected works stay selected. */
  find?: string
  /** Loading progress of the list; null once it is complete. */
  loading: string | null
}

/**
 * A table of an account's own works for creating sell offers: select works, set prices and sign, several offers at a
 * time if the wallet supports it.
 */
export function BatchForm({ of, account, tokens, find = '', loading }: BatchFormProps) {
  const form = useBatchForm(of, account, tokens)
  const [isSubmitted, setSubmitted] = useState(false)
  const [limit, setShown] = useState(step)
  const { key, state, open, selected, invalid, issued } = form
  const isInProgress = isRunning(state)
  const inWallet = rowsInWallet(state)
  const first = tokens.find(({ nftokenID }) => nftokenID === inWallet[0])
  const matches = ({ name }: OwnWork) => name.toLowerCase().includes(find.trim().toLowerCase())
  // Sorts works that were already on offer to the end. A row that was offered in this run keeps its place.
  const wasTaken = (token: OwnWork) => isTaken(token) && rowOf(state, token.nftokenID).status === 'ready'
  const results = tokens.filter(matches).toSorted((a, b) => Number(wasTaken(a)) - Number(wasTaken(b)))
  const free = open.filter(matches)
  const allSelected = free.length > 0 && free.every(({ nftokenID }) => rowOf(state, nftokenID).selected)
  const run = () => {
    setSubmitted(true)
    if (invalid.length > 0 || form.currencyErrors.length > 0) return
    if (form.lowPrices.unconfirmed) form.lowPrices.show()
    else form.run()
  }
  const count = selected.length
  return (
    <div className={css.batch}>
      <BatchCurrency form={form} disabled={isInProgress} isSubmitted={isSubmitted} />
      {form.unknown && form.lineError !== null && (
        <div className={css.warning} role="alert">
          <p>
            {t("We couldn't check how this currency is traded. {sentenceOf}", {
              sentenceOf: sentenceOf(form.lineError),
            })}
          </p>
          <RetryButton error={form.lineError} onClick={form.retryLine} />
        </div>
      )}
      {form.direct && (
        <p className={css.warning} role="note">
          {t(
            'The marketplace does not trade this currency. These become direct offers on the ledger: they have no fee, and anyone can accept them.',
          )}
        </p>
      )}
      {issued !== null && <TrustLineNote amount={issued} needs="0" receives retry={null} />}
      {isInProgress && (
        <RunProgress
          state={state}
          reply={form.reply}
          subject={
            inWallet.length > 1
              ? t('offers for {count} works', { count: inWallet.length })
              : first === undefined
                ? t('offer for the next work')
                : t('offer for {name}', { name: first.name })
          }
          doneVerb="made"
          waitMs={form.waitMs}
          onCancel={() => changeBatch(key, cancelRun)}
          onApart={(uuid) => changeBatch(key, (now) => ({ ...now, apart: uuid }))}
        />
      )}
      <div className={css.bar} data-bottom-bar={(!isInProgress && open.length > 0) || undefined}>
        <p role="status" className={css.summary}>
          {loading !== null && t('Loading {what} ...', { what: loading })}
          {loading !== null && sentenceSpace}
          {!isInProgress && <Chosen count={count} of={open.length} />}
        </p>
        {!isInProgress && <Starts form={form} retryCount={rowsToRetry(state).length} run={run} />}
      </div>
      {!isInProgress && form.lowPrices.note}
      {isSubmitted && <Problems form={form} />}
      <div className={css.all} hidden={isInProgress || free.length === 0}>
        <Checkbox
          checked={allSelected}
          onChange={(selected) => changeBatch(key, (now) => changeRows(now, idsOf(free), { selected }))}
        >
          {t('All {count} not offered yet', { count: free.length })}
        </Checkbox>
      </div>
      <ul className={css.rows} aria-label={t('Your NFTs')}>
        {results.slice(0, limit).map((token) => (
          <BatchRowView
            key={token.nftokenID}
            token={token}
            row={rowOf(state, token.nftokenID)}
            batch={key}
            isQueued={state.queue.includes(token.nftokenID)}
            isOffered={isTaken(token)}
            error={form.priceErrorOf(rowOf(state, token.nftokenID).value)}
            isSubmitted={isSubmitted}
          />
        ))}
      </ul>
      {results.length > limit && (
        <div>
          <Button onClick={() => setShown(limit + step)}>{t('Show more')}</Button>
        </div>
      )}
    </div>
  )
}

const idsOf = (tokens: readonly OwnWork[]) => tokens.map(({ nftokenID }) => nftokenID)

function Chosen({ count, of }: { count: number; of: number }) {
  const { ownerReserveDrops } = useSettings()
  if (of === 0) return t('Everything here is already offered.')
  if (count === 0) return t('Choose what you offer.')
  const reserve = BigInt(ownerReserveDrops)
  return t('{count, number} of {of, number} chosen. Each offer locks {each} XRP: {all} XRP in total.', {
    count,
    of,
    each: formatXrpExact(reserve),
    all: formatXrpExact(reserve * BigInt(count)),
  })
}

interface StartsProps {
  form: ReturnType<typeof useBatchForm>
  /** Number of rows that can be retried. */
  retryCount: number
  run: () => void
}

/** Buttons shown while no run is in progress. */
function Starts({ form, retryCount, run }: StartsProps) {
  const count = form.selected.length
  return (
    <>
      {retryCount > 1 && (
        <Button onClick={() => changeBatch(form.key, tryAllAgain)}>
          {t('Try all {count, number} again', { count: retryCount })}
        </Button>
      )}
      {form.done > 0 && (
        <Button look="quiet" onClick={() => changeBatch(form.key, resetFinished)}>
          {t('Clear finished items')}
        </Button>
      )}
      {form.open.length > 0 && (
        <Button
          look="primary"
          size="large"
          disabled={count === 0 || form.unknown}
          unready={form.lowPrices.unconfirmed}
          onClick={run}
        >
          {count === 0
            ? t('Create Offers')
            : count === 1
              ? t('Create 1 offer')
              : t('Create {count} offers', { count })}
        </Button>
      )}
    </>
  )
}

function Problems({ form: { currencyErrors, invalid } }: { form: ReturnType<typeof useBatchForm> }) {
  return (
    <>
      {currencyErrors.length > 0 && (
        <p role="alert" className={css.error}>
          {t('The currency is not complete yet.')}
        </p>
      )}
      {invalid.length > 0 && (
        <p role="alert" className={css.error}>
          {t(
            '{count, plural, one {One row has no valid price yet.} other {# rows have no valid price yet.}}',
            { count: invalid.length },
          )}
        </p>
      )}
    </>
  )
}
