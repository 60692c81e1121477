import { t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSigningWay } from '#web/wallet/session/use-signing-way.ts'
import { Button } from '#web/ui/button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import css from './pending-request.module.css'
import type { RequestRecord } from './request-record.ts'

interface SigningChoiceProps {
  record: RequestRecord
  /** Restarts the action with the other way of signing. */
  onChanged: () => void
}

/** Switches to two signatures for a wallet that cannot sign a whole sale at once, and back. */
export function SigningChoice({ record, onChanged }: SigningChoiceProps) {
  const whole = record.references?.oneSignature === true
  const { cannot, change } = useSigningWay({ isNeeded: record.brokered && !whole })
  // Browser wallets never receive a whole sale for one signature.
  if (record.references?.wallet !== undefined) return null
  if (!whole && !cannot) return null
  const choice = (
    <div className={css.choice}>
      <p>
        {whole
          ? t('Update Xaman to version 5.4.0 or newer, or approve in two steps.')
          : t('You said that your wallet cannot sign a whole sale at once.')}
      </p>
      <Button busy={change.isPending} onClick={() => change.mutate(!whole, { onSuccess: onChanged })}>
        {whole ? t('Approve in two steps') : t('It can now')}
      </Button>
      {change.error !== null && <p role="alert">{sentenceOf(change.error)}</p>}
    </div>
  )
  if (!whole) return choice
  return (
    <details className={`${disclosure.disclosure} ${css.trouble}`}>
      <summary>{t('Trouble signing?')}</summary>
      {choice}
    </details>
  )
}
