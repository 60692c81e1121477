import { useMutation, useQueryClient } from '@tanstack/react-query'
import { percentOf } from '#contract/rules/splits.ts'
import type { Split } from '#contract/schemas/splits.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './splits.module.css'

interface PayeeListProps {
  split: Split
  issuer: string
  viewer: string | null
  /** True if sales are over, so that no further agreement is needed. */
  isOver?: boolean
  /** Key of the query that returned the split. */
  queryKey: readonly unknown[]
}

/** The payees of an edition or a collection. Payees who have not agreed yet can do so here. */
export function PayeeList({ split, issuer, viewer, isOver = false, queryKey }: PayeeListProps) {
  const { _id: id, payees } = split
  const client = useQueryClient()
  const agree = useMutation({
    mutationFn: () => call('agreeToSplit', { body: { split: id } }),
    onSuccess: async () => {
      announce({ title: t('You have agreed to your share'), tone: 'good' })
      await client.invalidateQueries({ queryKey })
    },
  })
  const undecidedPayees = isOver ? [] : payees.filter(({ agreed }) => !agreed)
  return (
    <section aria-label={t('Shared revenue')}>
      <h2 className={css.title}>{t('Shared revenue')}</h2>
      <ul className={css.payees}>
        {payees.map(({ account, perMille, agreed }) => (
          <li key={account} className={css.payee}>
            <p className={css.who}>
              <Address account={account} viewer={viewer} />
              <span className={css.state}>{agreed ? t('Agreed') : t('Has not agreed yet')}</span>
            </p>
            <p>{t('{share} %', { share: percentOf(perMille) })}</p>
          </li>
        ))}
      </ul>
      <p className={css.quiet}>
        {t(
          'Payees share what is left of the price after the fee and the royalty. The ledger pays royalties only to the creator.',
        )}
      </p>
      {undecidedPayees.length > 0 && (
        <p className={css.quiet}>
          {viewer === issuer
            ? t(
                'Nothing can be sold until all payees have agreed. Send them the link to this page, where they can connect their wallets and agree.',
              )
            : t('Nothing can be sold until all payees have agreed.')}
        </p>
      )}
      {undecidedPayees.some(({ account }) => account === viewer) && (
        <div className={css.agree}>
          <Button look="primary" size="large" busy={agree.isPending} onClick={() => agree.mutate()}>
            {t('Agree to my share')}
          </Button>
        </div>
      )}
      <div role="alert">{agree.error !== null && <p className={css.error}>{sentenceOf(agree.error)}</p>}</div>
    </section>
  )
}
