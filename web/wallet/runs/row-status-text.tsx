import { t } from '#web/messages.ts'
import css from './row-status.module.css'
import type { RowStatus } from './run-state.ts'

const statusNames: Record<RowStatus, string> = {
  ready: t('Ready'),
  pending: t('Pending'),
  success: t('Success'),
  failed: t('Failed'),
  rejected: t('Rejected'),
  signed: t('Signed'),
}

/** The status of a row. `replacement`, if given, replaces the status name. */
export function RowStatusText({
  status,
  replacement,
}: {
  status: RowStatus
  replacement?: string | undefined
}) {
  return (
    <p className={css.status} data-status={status}>
      {replacement ?? statusNames[status]}
    </p>
  )
}
