import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#web/messages.ts'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'
import { PinNote } from '#web/kit/pin-note.tsx'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import {
  cancelRun,
  countOf,
  isRunning,
  rowsInWallet,
  rowsToRetry,
  start,
  tryAgain,
  tryAllAgain,
} from '#web/wallet/runs/run-state.ts'
import { batchKey, changeBatch, selectAtXrp } from '#web/wallet/selling/batch-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { MintRows } from './mint-rows.tsx'
import { emptyMints, mintedFiles, type MintState, unsavedWorks } from './mint-state.ts'
import css from './minting.module.css'
import { mintStore, useMintRun } from './use-mint-run.ts'

interface NextStepsProps {
  account: string
  state: MintState
}

/** The next steps after a mint: listing the works at the typed prices, and opening their collection. */
function NextSteps({ account, state }: NextStepsProps) {
  const collections = useQuery(accountCollectionsQuery(account)).data ?? []
  const taxons = new Set(Object.values(state.jobs).map(({ fields }) => fields.taxon))
  const collection = collections.find(({ taxon }) => taxons.size === 1 && taxons.has(String(taxon)))
  if (collection === undefined) return null
  const params = { id: collection._id }
  const isMinted = Object.values(state.jobs).every(({ demand }) => demand === null)
  const pricedRows = Object.values(state.rows).flatMap(({ status, nftId, price }) =>
    status === 'success' && nftId !== null && price !== undefined ? [{ id: nftId, value: price }] : [],
  )
  const fillIn = () =>
    changeBatch(batchKey(account, collection._id), (batch) =>
      pricedRows.length === 0 ? batch : selectAtXrp(batch, pricedRows),
    )
  return (
    <>
      {isMinted && (
        <Link
          to="/collection/$id/create_offer"
          params={params}
          onClick={fillIn}
          className={buttonClass('primary')}
        >
          {pricedRows.length === 0 ? t('Set prices') : t('List at these prices')}
        </Link>
      )}
      <Link to="/collection/$id/items" params={params} className={buttonClass('outline')}>
        {t('View collection')}
      </Link>
    </>
  )
}

interface MintRunProps {
  store: string
  account: string
  /** Returns the works that are not saved to the list where they are edited. */
  onEdit?: () => void
}

/** Mints in progress, and finished ones until the user clears them. */
export function MintRun({ store, account, onEdit }: MintRunProps) {
  const { state, reply, waitMs } = useMintRun(store)
  const { saved: savedCount = 0 } = state
  const total = Object.keys(state.rows).length + savedCount
  if (total === 0) return null
  const isInProgress = isRunning(state)
  const successCount = countOf(state, 'success') + savedCount
  const retryCount = rowsToRetry(state).length
  const unsavedCount = unsavedWorks(state).length
  const readyIds = Object.entries(state.rows).flatMap(([id, { status }]) => (status === 'ready' ? [id] : []))
  const [first, ...rest] = rowsInWallet(state)
  const label = first === undefined ? t('the next NFT') : (state.rows[first]?.label ?? t('the NFT'))
  // On-demand works are minted at their sale, so nothing is signed now.
  const onDemand = Object.values(state.jobs).every(({ demand }) => demand !== null)
  const verb = onDemand ? 'kept' : 'minted'
  const words =
    successCount === total
      ? total === 1
        ? t('{made, select, kept {It is saved.} other {It is minted.}}', { made: verb })
        : t('{made, select, kept {{total, number} works saved.} other {{total, number} works minted.}}', {
            total,
            made: verb,
          })
      : t(
          '{made, select, kept {{done, number} of {total, number} saved.} other {{done, number} of {total, number} minted.}}',
          { done: successCount, total, made: verb },
        )
  return (
    <section className={css.run} aria-label={t('Your mints')}>
      {isInProgress ? (
        <RunProgress
          state={state}
          reply={reply}
          subject={
            rest.length > 0
              ? t('mint of {count} NFTs', { count: rest.length + 1 })
              : t('mint of {label}', { label })
          }
          doneVerb={verb}
          waitMs={waitMs}
          {...(onDemand ? { requestingText: t('Saving your works ...') } : {})}
          onCancel={() => mintStore.change(store, cancelRun)}
          onApart={(uuid) => mintStore.change(store, (now) => ({ ...now, apart: uuid }))}
        />
      ) : (
        <div className={css.bar}>
          <p role="status" className={css.lead}>
            {words}
          </p>
          <div className={css.actions}>
            {readyIds.length > 0 && (
              <Button look="primary" onClick={() => mintStore.change(store, (now) => start(now, readyIds))}>
                {t('Continue with {count}', { count: readyIds.length })}
              </Button>
            )}
            {retryCount > 0 && retryCount + readyIds.length > 1 && (
              <Button onClick={() => mintStore.change(store, (now) => start(tryAllAgain(now), readyIds))}>
                {t('Retry all {open}', { open: retryCount + readyIds.length })}
              </Button>
            )}
            {onEdit !== undefined && unsavedCount > 0 && (
              <Button onClick={onEdit}>
                {t(
                  '{count, plural, one {Edit the work that is not saved} other {Edit the # works that are not saved}}',
                  {
                    count: unsavedCount,
                  },
                )}
              </Button>
            )}
            {successCount > 0 && <NextSteps account={account} state={state} />}
            <Button look="quiet" onClick={() => mintStore.change(store, () => emptyMints)}>
              {t('Clear the list')}
            </Button>
          </div>
        </div>
      )}
      <PinNote cids={mintedFiles(state)} />
      <MintRows state={state} onRetry={(id) => mintStore.change(store, (now) => tryAgain(now, id))} />
    </section>
  )
}
