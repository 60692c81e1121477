import { useQuery } from '@tanstack/react-query'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import css from './work-summary.module.css'

interface BalanceNoteProps {
  /** The payment in drops; null until it is known, or if it is not in XRP. */
  costDrops: bigint | null
}

/** The connected account's XRP balance, and the balance after a payment. */
export function BalanceNote({ costDrops }: BalanceNoteProps) {
  const { data } = useQuery({ ...operationQuery('getBalance', {}), staleTime: 5000 })
  const balance = data === undefined ? null : BigInt(data.balanceDrops)
  const after = balance === null || costDrops === null ? null : balance - costDrops
  const short = costDrops !== null && data !== undefined && BigInt(data.spendableDrops) < costDrops
  return (
    <>
      <dl className={css.rows}>
        <div>
          <dt>{t('Your balance')}</dt>
          <dd>
            <Balance drops={balance} />
          </dd>
        </div>
        {costDrops !== null && (after === null || after >= 0n) && (
          <div>
            <dt>{t('Your balance afterwards')}</dt>
            <dd>
              <Balance drops={after} />
            </dd>
          </div>
        )}
      </dl>
      {short && (
        <p className={css.short} role="note">
          {t('Your account can spend {xrpExact} XRP above its reserve. This is not enough.', {
            xrpExact: formatXrpExact(BigInt(data.spendableDrops)),
          })}
        </p>
      )}
    </>
  )
}

const dropsPerHundredth = 10_000n

/** A balance rounded down to hundredths of XRP, with the exact balance in its title. */
export function Balance({ drops }: { drops: bigint | null }) {
  if (drops === null) return '…'
  const roundedDrops = drops - (drops % dropsPerHundredth)
  return <span title={`${formatXrpExact(drops)} XRP`}>{formatXrpExact(roundedDrops)} XRP</span>
}
