import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { PayoutsReply } from '#contract/schemas/selling.ts'
import { t, rich } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { AmountText } from '#web/kit/amounts/amount-text.tsx'
import { TagForm } from '#web/kit/payouts/tag-form.tsx'
import { PayoutTable } from './payout-table.tsx'
import css from './payouts.module.css'

/** Query of the payouts of the session's account. The account is part of the query key. */
const payoutsQuery = (account: string) =>
  queryOptions({
    queryKey: ['getPayouts', { account }] as const,
    queryFn: ({ signal }) => call('getPayouts', {}, { signal }),
    refetchInterval: 10_000,
  })

/** The artist's payouts from on-demand sales: paid, owed, and what blocks a payment. */
export function PayoutsPanel({ account }: { account: string }) {
  const title = useId()
  const { data } = useQuery(payoutsQuery(account))
  if (data === undefined || (data.payouts.length === 0 && data.destinationTag === null)) return null
  const isOwn = ({ payee }: (typeof data.payouts)[number]) => payee === null || payee === account
  const problems = [
    ...new Set(
      data.payouts.flatMap((payout) => (payout.problem === null || !isOwn(payout) ? [] : [payout.problem])),
    ),
  ]
  return (
    <section className={css.panel} aria-labelledby={title}>
      <details className={css.details} open={problems.length > 0}>
        <summary className={css.summary}>
          <h2 className={css.title} id={title}>
            {t('Payouts')}
          </h2>
          <PayoutSummary owedDrops={data.owedDrops} payouts={data.payouts.filter(isOwn)} />
        </summary>
        <div className={css.inside}>
          {problems.length > 0 && (
            <div className={css.problems} role="alert">
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
              <p className={css.quiet}>{t('You are still owed this amount. We try again automatically.')}</p>
            </div>
          )}
          <TagForm tag={data.destinationTag} />
          <PayoutTable account={account} payouts={data.payouts} />
        </div>
      </details>
    </section>
  )
}

function PayoutSummary({ owedDrops, payouts }: Pick<PayoutsReply, 'owedDrops' | 'payouts'>) {
  const paidCount = payouts.filter(({ state }) => state === 'paid').length
  return (
    <span className={css.standing}>
      {owedDrops === '0' ? (
        t('Nothing owed')
      ) : (
        <strong className={css.owed}>
          {rich('{amount} owed', { amount: <AmountText amount={owedDrops} /> })}
        </strong>
      )}
      {', '}
      {t('{paid, plural, one {# sale} other {# sales}} paid out', { paid: paidCount })}
    </span>
  )
}
