import { formatXrpExact, type IssuedAmount } from '#worker/contract/amounts.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { currencyTitle } from '#web/kit/amounts/currency.ts'
import { Button } from '#web/ui/button.tsx'
import { lineState } from './line-state.ts'
import css from './trust-line-note.module.css'
import { type LineWish, useSetTrustLine } from './use-set-trust-line.ts'
import { useTrustLine } from './use-trust-line.ts'

interface TrustLineNoteProps extends Omit<LineWish, 'amount'> {
  amount: IssuedAmount
  /** What the account must hold of it to pay, as a decimal. */
  needs: string
  /** The account is going to be paid in it. */
  receives: boolean
  onAsked?: () => void
}

/** Whether the account can hold the currency, and the way to it where it cannot. */
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
          <Button busy={busy} onClick={setLine}>
            Set a trust line for {name}
          </Button>
          <p className={css.quiet}>
            It locks a reserve of {formatXrpExact(BigInt(ownerReserveDrops))} XRP. You come back to where you
            are.
          </p>
        </>
      )}
      {refusal !== null && <p role="alert">{refusal}</p>}
    </div>
  )
}
