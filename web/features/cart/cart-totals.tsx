import type { ReactNode } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { CartCheckReply, CartTotal } from '#contract/schemas/cart.ts'
import { isPositive } from '#contract/rules/money.ts'
import { t, rich } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { FiatBeside } from '#web/kit/amounts/fiat-beside.tsx'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { Balance } from '#web/wallet/balance-note.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import css from './cart.module.css'

interface CartTotalsProps {
  reply: CartCheckReply
  onLeave: () => void
}

/** Total price of the available works in each currency. */
export function CartTotals({ reply, onLeave }: CartTotalsProps) {
  const { tokens } = useSettings()
  return reply.totals.map((total) => {
    const { pays } = total
    const name = isDrops(pays) ? 'XRP' : currencyTitle(pays, tokens)
    return (
      <section
        key={isDrops(pays) ? '' : `${pays.currency}.${pays.issuer}`}
        aria-label={t('Total in {name}', { name })}
      >
        <Rows total={total} reply={reply} />
        <Lack total={total} name={name} onLeave={onLeave} />
      </section>
    )
  })
}

/** The totals beside the Buy button, for screens on which the table of totals is out of view. */
export function CartSum({ totals }: { totals: CartTotal[] }) {
  if (totals.length === 0) return null
  return (
    <p className={css.pays}>
      <span className={css.paysName}>{t('You pay')}</span>
      {totals.map(({ pays }) => (
        <AmountText key={isDrops(pays) ? '' : `${pays.currency}.${pays.issuer}`} amount={pays} />
      ))}
    </p>
  )
}

function Rows({ total, reply }: { total: CartTotal; reply: CartCheckReply }) {
  const { price, fee, royalty, pays, needs, spendable, left: remainder } = total
  const inXrp = isDrops(pays)
  const rows: [name: string, amount: Amount | null, kind?: 'total' | 'balance'][] = [
    [t('Prices'), price],
    [t('Marketplace fees'), fee],
    [t('Royalties, included in the prices'), isPositive(royalty) ? royalty : null],
    [t('You pay'), pays, 'total'],
    [
      t("Issuer's transfer fee included"),
      !isDrops(needs) && needs !== pays && isPositive(needs) ? needs : null,
    ],
    [t('Set aside as reserve while you buy'), inXrp ? reply.reserveDrops : null],
    [t('Transaction costs'), inXrp ? reply.costDrops : null],
    [t('You can spend'), spendable, 'balance'],
    [t('Available afterwards'), remainder, 'balance'],
  ]
  return (
    <dl className={css.totals}>
      {rows.map(([name, amount, kind]) => (
        <Row key={name} name={name} isTotal={kind === 'total'}>
          {amount !== null && (
            <>
              {kind === 'balance' && isDrops(amount) ? (
                <Balance drops={BigInt(amount)} />
              ) : (
                <AmountText amount={amount} />
              )}
              {kind === 'total' && <FiatBeside amount={amount} />}
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
          {t(
            'The issuer has frozen {name}, so you cannot pay with it. Remove the works priced in this currency.',
            {
              name,
            },
          )}
        </p>
      )}
      {missing !== null && !frozen && (
        <p role="alert" className={css.lack}>
          {rich('You are {amount} short. Remove a work, or get more {name}.', {
            amount: <AmountText amount={missing} />,
            name,
          })}
        </p>
      )}
      {account !== null && !isDrops(pays) && !isDrops(needs) && (
        <TrustLineNote amount={pays} needs={needs.value} receives={false} retry={null} onAsked={onLeave} />
      )}
    </>
  )
}
