import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CartCheckReply } from '#contract/schemas/cart.ts'
import { t, rich, slot } from '#web/messages.ts'
import { type CartWork, changeInCart, removeFromCart } from '#web/kit/cart/cart-store.ts'
import shared from '#web/kit/lists/work-row.module.css'
import { QueryError } from '#web/kit/query-states.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { isRunning } from '#web/wallet/runs/run-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { CartPromo } from './cart-promo.tsx'
import { CartResults } from './cart-results.tsx'
import { CartRow } from './cart-row.tsx'
import { cartRuns, planRun } from './cart-run.ts'
import { CartSum, CartTotals } from './cart-totals.tsx'
import css from './cart.module.css'
import { useCartCheck } from './use-cart-check.ts'
import { useCartRun } from './use-cart-run.ts'

interface CartViewProps {
  /** Closes the drawer before something else opens; a no-op on the page. */
  onLeave: () => void
  /** Returns to the cart after a wallet is connected. */
  onReturn: () => void
}

/** The works in the cart with their current prices, the totals and the purchase. */
export function CartView(props: CartViewProps) {
  const account = useAccount()
  return account === null ? (
    <CartContent {...props} account={null} run={null} />
  ) : (
    <BuyersCart key={account} {...props} account={account} />
  )
}

function BuyersCart(props: CartViewProps & { account: string }) {
  return <CartContent {...props} run={useCartRun(props.account)} />
}

type Run = ReturnType<typeof useCartRun>

interface CartContentProps extends CartViewProps {
  account: string | null
  run: Run | null
}

function CartContent({ account, run, onLeave, onReturn }: CartContentProps) {
  const { works, query } = useCartCheck(account)
  const { data, error, isPlaceholderData, refetch } = query
  const isRunInProgress = run !== null && isRunning(run.run)
  return (
    <div className={css.cart}>
      {run !== null && <CartResults cart={run} running={isRunInProgress} onLeave={onLeave} />}
      {works.length === 0 && !isRunInProgress && (
        <Message
          title={t('Your cart is empty')}
          action={
            <Link to="/collections_explorer" className={buttonClass('primary')} onClick={onLeave}>
              {t('Explore')}
            </Link>
          }
        >
          {t('Add works you like and buy them together.')}
        </Message>
      )}
      {works.length > 0 && error !== null && (
        <QueryError error={error} retry={refetch}>
          {t('Prices may have changed since you last looked. Nothing is bought without your confirmation.')}
        </QueryError>
      )}
      <div className={css.parts}>
        <ul
          className={css.rows}
          aria-label={t('Works in the cart')}
          aria-busy={works.length > 0 && data === undefined}
        >
          {works.map((work) => (
            <CartRow
              key={work.nftokenID}
              work={work}
              entry={data?.items.find(({ nftokenID }) => nftokenID === work.nftokenID)}
              run={run?.run ?? null}
              locked={isRunInProgress}
              onLeave={onLeave}
            />
          ))}
        </ul>
        {works.length > 0 && data !== undefined && (
          <div className={css.sum}>
            <CartPromo items={data.items} account={account} onConnect={() => connect(onLeave, onReturn)} />
            <CartTotals reply={data} onLeave={onLeave} />
            {!isRunInProgress && (
              <Actions
                reply={data}
                works={works}
                run={run}
                // A check of the previous cart content does not apply to the current content.
                current={!isPlaceholderData && error === null}
                onConnect={() => connect(onLeave, onReturn)}
              />
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function connect(leave: () => void, comeBack: () => void): void {
  leave()
  openConnect(comeBack)
}

interface ActionsProps {
  reply: CartCheckReply
  works: readonly CartWork[]
  run: Run | null
  current: boolean
  onConnect: () => void
}

function signaturesIn(groups: CartCheckReply['groups']): string {
  const [first] = groups
  const hasSeveralWorks = (first?.nftokenIDs.length ?? 0) > 1
  if (groups.length === 1)
    return hasSeveralWorks
      ? t('One approval buys these {count} works. If one sale fails, none goes through.', {
          count: first?.nftokenIDs.length ?? 0,
        })
      : t('You approve once.')
  const times = t('You approve {count} times, one after another, cheapest first.', { count: groups.length })
  const hasGroups = groups.some(({ nftokenIDs }) => nftokenIDs.length > 1)
  return hasGroups
    ? t('{times} Works in the same approval are bought together or not at all.', { times })
    : times
}

function Actions({ reply, works, run, current, onConnect }: ActionsProps) {
  const online = useOnline()
  const [isClearing, setClearing] = useState(false)
  const count = reply.groups.reduce((sum, { nftokenIDs }) => sum + nftokenIDs.length, 0)
  const lacks = reply.totals.some(({ missing, frozen }) => missing !== null || frozen)
  const buy = () => {
    if (run === null) return
    const plan = planRun(reply, works)
    // The cart remembers the prices that the user agreed to, so that it notices a later change.
    for (const { nftokenID, sellOfferIndex, price } of Object.values(plan.groups).flat())
      changeInCart([nftokenID], { sellOfferIndex, expectedAmount: price })
    // Another tab may have started a run in the meantime.
    cartRuns.change(run.runKey, (now) => (isRunning(now) ? now : plan))
  }
  return (
    <div className={css.actions}>
      {count > 0 && run !== null && (
        <p className={shared.quiet}>
          {t('{signaturesIn} Nothing is paid until you do.', { signaturesIn: signaturesIn(reply.groups) })}
        </p>
      )}
      {!online && (
        <p role="status">
          {t('You are offline. Your cart is saved; you can buy works again when you are back online.')}
        </p>
      )}
      <div className={css.bar}>
        <CartSum totals={reply.totals} />
        {run === null ? (
          <Button look="primary" size="large" wide onClick={onConnect}>
            {t('Connect Wallet to buy')}
          </Button>
        ) : (
          <Button
            look="primary"
            size="large"
            wide
            disabled={count === 0 || lacks || !online}
            busy={!current}
            onClick={buy}
          >
            {count === 1 ? t('Buy 1 work') : t('Buy {count} works', { count })}
          </Button>
        )}
      </div>
      {isClearing ? (
        <p className={css.clear}>
          {rich('Remove all {count} works? <button>Clear the cart</button> <button2>Keep it</button2>', {
            count: works.length,
            button: (
              <Button
                size="small"
                onClick={() => {
                  removeFromCart(works.map(({ nftokenID }) => nftokenID))
                  setClearing(false)
                }}
              >
                {slot}
              </Button>
            ),
            button2: (
              <Button size="small" look="quiet" onClick={() => setClearing(false)}>
                {slot}
              </Button>
            ),
          })}
        </p>
      ) : (
        <Button look="quiet" flush onClick={() => setClearing(true)}>
          {t('Clear')}
        </Button>
      )}
    </div>
  )
}
