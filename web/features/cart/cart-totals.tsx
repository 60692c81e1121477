import type { ReactNode } from 'react'
import type { Amount } from '#worker/contract/amount-schemas.ts'
import { isDrops } from '#worker/contract/amounts.ts'
import type { CartCheckReply, CartTotal } from '#worker/contract/cart.ts'
import { isPositive } from '#worker/contract/money.ts'
import { m, rich } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './cart.module.css'

interface CartTotalsProps {
  reply: CartCheckReply
  onLeave: () => void
}

/** What everything costs that can be bought, for each currency. */
export function CartTotals({ reply, onLeave }: CartTotalsProps) {
  const { tokens } = useSettings()
  return reply.totals.map((total) => {
    const { pays } = total
    const name = isDrops(pays) ? 'XRP' : currencyTitle(pays, tokens)
    return (
      <section
        key={isDrops(pays) ? '' : `${pays.currency}.${pays.issuer}`}
        aria-label={m.cart_totals_total_in({ name })}
      >
        <Rows total={total} reply={reply} />
        <Lack total={total} name={name} onLeave={onLeave} />
      </section>
    )
  })
}

/** What is paid, beside the button that buys where the totals can be off the screen. */
export function CartSum({ totals }: { totals: CartTotal[] }) {
  if (totals.length === 0) return null
  return (
    <p className={css.pays}>
      <span className={css.paysName}>{m.cart_totals_you_pay}</span>
      {totals.map(({ pays }) => (
        <AmountText key={isDrops(pays) ? '' : `${pays.currency}.${pays.issuer}`} amount={pays} />
      ))}
    </p>
  )
}

function Rows({ total, reply }: { total: CartTotal; reply: CartCheckReply }) {
  const { price, fee, royalty, pays, needs, spendable, left } = total
  const inXrp = isDrops(pays)
  const rows: [name: string, amount: Amount | null, isTotal?: true][] = [
    [m.cart_totals_prices, price],
    [m.cart_totals_marketplace_fees, fee],
    [m.cart_totals_royalties_in_the_prices, royalty],
    [m.cart_totals_you_pay, pays, true],
    [
      m.cart_totals_transfer_fee_issuer_included,
      !isDrops(needs) && needs !== pays && isPositive(needs) ? needs : null,
    ],
    [m.cart_totals_kept_reserve_while_buy, inXrp ? reply.reserveDrops : null],
    [m.cart_totals_transaction_costs, inXrp ? reply.costDrops : null],
    [m.cart_totals_you_can_spend, spendable],
    [m.cart_totals_left_to_spend_afterwards, left],
  ]
  return (
    <dl className={css.totals}>
      {rows.map(([name, amount, isTotal]) => (
        <Row key={name} name={name} isTotal={isTotal === true}>
          {amount !== null && (
            <>
              <AmountText amount={amount} />
              {isTotal === true && <FiatBeside amount={amount} />}
            </>
          )}
        </Row>
      ))}
    </dl>
  )
}

function Row({ name, isTotal, children }: { name: string; isTotal: boolean; children: ReactNode }) {
  if (children === false) return null
  return (
    <div className={css.total} data-total={isTotal}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Lack({
  total: { missing, pays, needs, frozen },
  name,
  onLeave,
}: {
  total: CartTotal
  name: string
  onLeave: () => void
}) {
  const account = useAccount()
  return (
    <>
      {frozen && (
        <p role="alert" className={css.lack}>
          {m.cart_totals_currency_frozen({ name })}
        </p>
      )}
      {missing !== null && !frozen && (
        <p role="alert" className={css.lack}>
          {rich.cart_totals_lack_remove_work_get({ amount: <AmountText amount={missing} />, name })}
        </p>
      )}
      {account !== null && !isDrops(pays) && !isDrops(needs) && (
        <TrustLineNote amount={pays} needs={needs.value} receives={false} retry={null} onAsked={onLeave} />
      )}
    </>
  )
}
