import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { t } from '#web/messages.ts'
import { ExplorerLink } from '#web/kit/explorer-link.tsx'
import shared from '#web/kit/lists/work-row.module.css'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import { SigningChoice } from '#web/wallet/requests/signing-choice.tsx'
import { Button } from '#web/ui/button.tsx'
import { RunProgress } from '#web/wallet/runs/run-progress.tsx'
import { cancelRun, finish, rowInWallet } from '#web/wallet/runs/run-state.ts'
import { boughtIn, type CartRun, cartRuns, forgetRun, groupTitle, undoneGroups } from './cart-run.ts'
import css from './cart.module.css'
import type { useCartRun } from './use-cart-run.ts'

interface CartResultsProps {
  cart: ReturnType<typeof useCartRun>
  running: boolean
  onLeave: () => void
}

/**
 * Ends a run whose request the wallet cannot sign. If the user signs it after all, the next cart check detects the
 * purchase.
 */
function giveUp(run: CartRun): CartRun {
  const inWallet = rowInWallet(run)
  const end = { status: 'rejected', message: t('Buy again: each work now needs its own signature.') } as const
  const stoppedRun = cancelRun(run)
  return inWallet === null
    ? stoppedRun
    : finish(stoppedRun, inWallet.id, { ...end, txid: null, nftId: null, again: true })
}

/** The purchase that is currently in the wallet, and the completed ones. */
export function CartResults({ cart: { runKey, run, waitMs, reply }, running, onLeave }: CartResultsProps) {
  const progress = useRef<HTMLDivElement>(null)
  // The button that started the run is removed, so move the focus here.
  useEffect(() => {
    if (!running) return
    progress.current?.focus({ preventScroll: true })
    progress.current?.scrollIntoView({ block: 'start' })
  }, [running])
  const boughtItems = boughtIn(run)
  const inWallet = rowInWallet(run)
  const record = useRequests().records.find(({ uuid }) => uuid === inWallet?.uuid)
  const group = inWallet === null ? [] : (run.groups[inWallet.id] ?? [])
  return (
    <>
      {running && (
        <div ref={progress} tabIndex={-1} className={css.progress}>
          <RunProgress
            state={run}
            reply={reply}
            subject={
              group.length === 0
                ? t('purchase of the next work')
                : t('purchase of {title}', { title: groupTitle(group) })
            }
            doneVerb="signed"
            waitMs={waitMs}
            onCancel={() => cartRuns.change(runKey, cancelRun)}
          />
          {record !== undefined && (
            <div className={css.whole}>
              {group.length > 1 && (
                <p>{t('One approval buys all of these. If one sale fails, none goes through.')}</p>
              )}
              <SigningChoice record={record} onChanged={() => cartRuns.change(runKey, giveUp)} />
            </div>
          )}
        </div>
      )}
      {undoneGroups(run).map(({ id, group: works, message }) => (
        <div key={id} role="alert" className={css.undone}>
          <p>{message}</p>
          <p className={shared.quiet}>
            {t(
              '{groupTitle} would have been bought with the same signature. Everything that is still available is in your cart.',
              {
                groupTitle: groupTitle(works),
              },
            )}
          </p>
        </div>
      ))}
      {boughtItems.length > 0 && (
        <section className={css.bought} aria-label={t('Bought', { context: 'cart' })}>
          <p role="status" className={css.success}>
            {t('{groupTitle} {count, plural, one {is} other {are}} yours', {
              groupTitle: groupTitle(boughtItems),
              count: boughtItems.length,
            })}
          </p>
          <ul className={css.links}>
            {boughtItems.map(({ nftokenID, name, txid }) => (
              <li key={nftokenID}>
                <Link to="/nft/$id" params={{ id: nftokenID }} onClick={onLeave} className={shared.name}>
                  {name}
                </Link>
                {txid !== null && (
                  <ExplorerLink page="transaction" id={txid} title={txid}>
                    {t('Transaction')}
                  </ExplorerLink>
                )}
              </li>
            ))}
          </ul>
          {!running && (
            <Button size="small" look="quiet" onClick={() => cartRuns.change(runKey, forgetRun)}>
              {t('Clear finished items')}
            </Button>
          )}
        </section>
      )}
    </>
  )
}
