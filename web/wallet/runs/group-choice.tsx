import { t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useSigningWay } from '#web/wallet/session/use-signing-way.ts'
import { Button } from '#web/ui/button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import css from './run-progress.module.css'

interface GroupChoiceProps {
  /** uuid of the request in the wallet. */
  uuid: string
  /** True if the request covers several rows. */
  isOneSignature: boolean
  /** Called with the request whose rows are to be requested one by one instead; an empty uuid reverts this. */
  onApart: (uuid: string) => void
}

/** Switches to one transaction after another for a wallet that cannot sign several at once, and back. */
export function GroupChoice({ uuid, isOneSignature, onApart }: GroupChoiceProps) {
  const { cannot, change } = useSigningWay()
  const refuse = () => {
    // Call this first, because the request may end before the reply arrives.
    onApart(uuid)
    change.mutate(false, { onError: () => onApart('') })
  }
  const problem = change.error === null ? null : <p role="alert">{sentenceOf(change.error)}</p>
  if (cannot)
    return (
      <div className={css.course}>
        <p className={css.quiet} role="status">
          {isOneSignature
            ? t(
                'This request is being withdrawn from your wallet. From now on each one is requested separately.',
              )
            : t(
                'You said that your wallet cannot sign several transactions at once, so each one is requested separately.',
              )}
        </p>
        {!isOneSignature && (
          <Button size="small" busy={change.isPending} onClick={() => change.mutate(true)}>
            {t('It can now')}
          </Button>
        )}
        {problem}
      </div>
    )
  if (!isOneSignature) return null
  return (
    <details className={disclosure.disclosure}>
      <summary>{t('Trouble signing?')}</summary>
      <div className={css.course}>
        <p className={css.quiet}>{t('Update Xaman to version 5.4.0 or newer, or approve one at a time.')}</p>
        <Button size="small" busy={change.isPending} onClick={refuse}>
          {t('Approve one at a time')}
        </Button>
        {problem}
      </div>
    </details>
  )
}
