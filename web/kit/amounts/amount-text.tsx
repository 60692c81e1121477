import { shortenAddress } from '#contract/rules/accounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import css from './amount-text.module.css'
import { compactValue, exactValue, issuerOf, titleOfFigures } from './currency.ts'

interface AmountTextProps {
  amount: Amount
  /** Compact form for cards and statistics, with the exact amount in the title. */
  compact?: boolean
}

/** An amount in tabular figures. An unlisted currency always shows its issuer. */
export function AmountText({ amount, compact = false }: AmountTextProps) {
  const { tokens } = useSettings()
  const exact = exactValue(amount, tokens)
  const issuer = issuerOf(amount, tokens)
  return (
    <span className={css.amount} title={titleOfFigures(amount) ?? (compact ? exact : undefined)}>
      <span className={css.value}>{compact ? compactValue(amount, tokens) : exact}</span>
      {issuer !== null && (
        <>
          {' '}
          <span className={css.issuer} title={issuer}>
            {t('by {address}', { context: 'amount', address: shortenAddress(issuer) })}
          </span>
        </>
      )}
    </span>
  )
}
