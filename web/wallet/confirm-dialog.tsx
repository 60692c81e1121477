import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import { sentenceOf } from '#web/api/error.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import css from './confirm-dialog.module.css'
import { Preparing } from './requests/preparing.tsx'
import type { Action } from '#contract/rules/actions.ts'

interface ConfirmDialogProps {
  title: string
  description: ReactNode
  /** Label of the button that opens the wallet; null if there is nothing to sign. */
  action: string | null
  busy: boolean
  /** The action to sign; omitted if no signature is needed. */
  signs?: Action
  /** Reason why the request was refused: a sentence, or the failed call. */
  refusal: Error | string | null
  /** True to disable the action button. */
  barred?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

/** The confirm step before the wallet: what the user will sign and what it means. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    description,
    action,
    busy,
    signs,
    refusal,
    barred = false,
    onConfirm,
    onClose,
    children,
  } = props
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <div className={css.confirm}>
        {children}
        <div role="alert">
          {refusal !== null && (
            <div className={css.note}>
              <p>{typeof refusal === 'string' ? refusal : sentenceOf(refusal)}</p>
              <p className={css.quiet}>{t('Nothing was signed, and nothing has changed.')}</p>
            </div>
          )}
        </div>
        {signs !== undefined && <Preparing action={signs} busy={busy} />}
        <div className={css.actions}>
          {action !== null && (
            <RetryButton
              error={refusal}
              look="primary"
              size="large"
              busy={busy}
              disabled={barred}
              onClick={onConfirm}
            >
              {action}
            </RetryButton>
          )}
          <Button size="large" onClick={onClose}>
            {action === null ? t('Close') : t('Not now')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
