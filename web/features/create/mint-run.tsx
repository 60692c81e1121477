import { PinNote } from '#web/kit/pin-note.tsx'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import { cancelRun, countOf, isRunning, rowsInWallet, start, tryAgain } from '#web/wallet/runs/run-state.ts'
import { Button } from '#web/ui/button.tsx'
import { MintRows } from './mint-rows.tsx'
import { emptyMints, mintedFiles, retryAll } from './mint-state.ts'
import css from './minting.module.css'
import { mintStore, useMintRun } from './use-mint-run.ts'

/** Running mints, and finished ones until they are cleared. */
export function MintRun({ store }: { store: string }) {
  const { state, reply, waitMs } = useMintRun(store)
  const total = Object.keys(state.rows).length
  if (total === 0) return null
  const running = isRunning(state)
  const done = countOf(state, 'success')
  const open = Object.values(state.rows).filter(({ again }) => again).length
  const left = Object.entries(state.rows).flatMap(([id, { status }]) => (status === 'ready' ? [id] : []))
  const [first, ...others] = rowsInWallet(state)
  const label = first === undefined ? 'the next NFT' : (state.rows[first]?.label ?? 'the NFT')
  // On-demand works are not minted now, so nothing is signed for them.
  const kept = Object.values(state.jobs).every(({ demand }) => demand !== null)
  const made = kept ? 'kept' : 'minted'
  const words =
    done === total
      ? total === 1
        ? `It is ${made}.`
        : `All ${total} are ${made}.`
      : `${done} of ${total} are ${made}.`
  return (
    <section className={css.run} aria-label="Your mints">
      {running ? (
        <RunProgress
          state={state}
          reply={reply}
          what={others.length > 0 ? `mint of ${others.length + 1} NFTs` : `mint of ${label}`}
          made={made}
          waitMs={waitMs}
          {...(kept ? { asking: 'Keeping what you have made ...' } : {})}
          onCancel={() => mintStore.change(store, cancelRun)}
        />
      ) : (
        <div className={css.bar}>
          <p role="status" className={css.lead}>
            {words}
          </p>
          <div className={css.actions}>
            {left.length > 0 && (
              <Button look="primary" onClick={() => mintStore.change(store, (now) => start(now, left))}>
                Go on with {left.length}
              </Button>
            )}
            {open > 1 && <Button onClick={() => mintStore.change(store, retryAll)}>Retry all {open}</Button>}
            <Button look="quiet" onClick={() => mintStore.change(store, () => emptyMints)}>
              Clear the list
            </Button>
          </div>
        </div>
      )}
      <PinNote cids={mintedFiles(state)} />
      <MintRows state={state} onRetry={(id) => mintStore.change(store, (now) => tryAgain(now, id))} />
    </section>
  )
}
