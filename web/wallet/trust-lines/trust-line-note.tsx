import type { IssuedAmount } from '#contract/schemas/amounts.ts'
import { formatXrpExact } from '#contract/rules/amounts.ts'
import { compareDecimals, parseDecimal } from '#contract/rules/decimal.ts'
import type { TrustLineReply } from '#contract/schemas/trading.ts'
import { t } from '#web/messages.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { Preparing } from '#web/wallet/requests/preparing.tsx'
import { closeTrade, type TradeIntent } from '#web/wallet/trade-intent.ts'
import css from './trust-line-note.module.css'
import { useTrustLine } from './use-trust-line.ts'

interface TrustLineNoteProps extends Omit<TrustLineRequest, 'amount'> {
  amount: IssuedAmount
  /** The amount of the currency that the account must hold to pay, as a decimal. */
  needs: string
  /** True if the account will receive the currency. */
  receives: boolean
  onAsked?: () => void
}

/**
 * Explains why the account cannot pay or receive the currency, with a button to set a trust line if that helps. Renders
 * nothing if there is no problem.
 */
export function TrustLineNote({ amount, needs, receives, onAsked, ...wish }: TrustLineNoteProps) {
  const { tokens, ownerReserveDrops } = useSettings()
  const { data } = useTrustLine(amount)
  const { busy, refusal, setLine } = useSetTrustLine({ amount, ...wish }, onAsked)
  if (data === undefined) return null
  const name = currencyTitle(amount, tokens)
  const { sentence, offerLine } = lineState(data, name, receives ? null : needs)
  if (sentence === null) return null
  return (
    <div className={css.note} role="status">
      <p>{sentence}</p>
      {offerLine && (
        <>
          <RetryButton error={refusal} busy={busy} onClick={setLine}>
            {t('Set a trust line for {name}', { name })}
          </RetryButton>
          <Preparing action="setTrustLine" busy={busy} />
          <p className={css.quiet}>
            {t('It locks a reserve of {xrpExact} XRP. You return to this page afterwards.', {
              xrpExact: formatXrpExact(BigInt(ownerReserveDrops)),
            })}
          </p>
        </>
      )}
      {refusal !== null && <p role="alert">{refusal.message}</p>}
    </div>
  )
}

interface TrustLineRequest {
  amount: Pick<IssuedAmount, 'currency' | 'issuer'>
  /** The intent to resume once the trust line is set; null if the page itself waits. */
  retry: { nftokenID: string; intent: TradeIntent } | null
}

/** Requests a trust line, and resumes `retry` afterwards. */
function useSetTrustLine({ amount, retry }: TrustLineRequest, onAsked?: () => void) {
  const { tokens } = useSettings()
  const { busy, refusal, ask } = useSigning(() => {
    closeTrade()
    onAsked?.()
  })
  const { currency, issuer } = amount
  const setLine = () =>
    void ask(
      'setTrustLine',
      { body: { currency, issuer } },
      {
        action: 'setTrustLine',
        nftokenID: retry?.nftokenID ?? null,
        title: currencyTitle(amount, tokens),
        retry: retry?.intent ?? null,
      },
    )
  return { busy, refusal, setLine }
}

interface LineState {
  /** Reason that prevents the trade; null if there is none. */
  sentence: string | null
  /** True if setting a trust line helps. */
  offerLine: boolean
}

/**
 * Checks an account's trust line before the account signs. `needs` is the amount that it must hold; null if it receives
 * the currency.
 */
function lineState(line: TrustLineReply, name: string, needs: string | null): LineState {
  if (!line.issuerExists)
    return { sentence: t('The issuer of this currency does not exist on the ledger.'), offerLine: false }
  if (!line.exists) {
    return {
      sentence:
        needs === null
          ? t('Your account cannot hold {name} yet: it needs a trust line to its issuer first.', { name })
          : t('Your account holds no {name}: it has no trust line to its issuer.', { name }),
      offerLine: true,
    }
  }
  if (line.frozen)
    return { sentence: t('The issuer has frozen {name} in your account.', { name }), offerLine: false }
  const [balance, requiredValue] = [parseDecimal(line.balance), parseDecimal(needs ?? '0')]
  if (balance !== null && requiredValue !== null && compareDecimals(balance, requiredValue) < 0)
    return {
      sentence: t('Your account holds {balance} {name}, but this requires {needs}.', {
        balance: line.balance,
        name,
        needs: needs ?? '0',
      }),
      offerLine: false,
    }
  return { sentence: null, offerLine: false }
}
