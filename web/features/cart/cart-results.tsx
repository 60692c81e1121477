import { Link } from '@tanstack/react-router'
import { Button } from '#web/ui/button.tsx'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import { cancelRun, rowInWallet } from '#web/wallet/runs/run-state.ts'
import { boughtIn, cartRuns, forgetRun, groupTitle } from './cart-run.ts'
import css from './cart.module.css'
import type { useCartRun } from './use-cart-run.ts'

interface CartResultsProps {
  cart: ReturnType<typeof useCartRun>
  running: boolean
  onLeave: () => void
}

/** The purchase that is in the wallet, and what has been bought so far. */
export function CartResults({ cart: { runKey, run, waitMs, reply }, running, onLeave }: CartResultsProps) {
  const bought = boughtIn(run)
  const inWallet = rowInWallet(run)
  const group = inWallet === null ? [] : (run.groups[inWallet.id] ?? [])
  return (
    <>
      {running && (
        <RunProgress
          state={run}
          reply={reply}
          what={`purchase of ${group.length === 0 ? 'the next work' : groupTitle(group)}`}
          made="bought"
          waitMs={waitMs}
          onCancel={() => cartRuns.change(runKey, cancelRun)}
        />
      )}
      {bought.length > 0 && (
        <section className={css.bought} aria-label="Bought">
          <p role="status" className={css.success}>
            {groupTitle(bought)} {bought.length === 1 ? 'is' : 'are'} yours
          </p>
          <ul className={css.links}>
            {bought.map(({ nftokenID, name }) => (
              <li key={nftokenID}>
                <Link to="/nft/$id" params={{ id: nftokenID }} onClick={onLeave} className={css.name}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          {!running && (
            <Button size="small" look="quiet" onClick={() => cartRuns.change(runKey, forgetRun)}>
              Clear what is done
            </Button>
          )}
        </section>
      )}
    </>
  )
}
