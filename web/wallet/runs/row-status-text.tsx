import { m } from '#web/messages.ts'
import css from './row-status.module.css'
import type { RowStatus } from './run-state.ts'

const statusNames: Record<RowStatus, string> = {
  ready: m.wallet_row_status_text_ready,
  pending: m.wallet_row_status_text_pending,
  success: m.wallet_row_status_text_success,
  failed: m.wallet_row_status_text_failed,
  rejected: m.wallet_row_status_text_rejected,
  signed: m.wallet_row_status_text_signed,
}

/** The status of a row. `instead` replaces the status name. */
export function RowStatusText({ status, instead }: { status: RowStatus; instead?: string | undefined }) {
  return (
    <p className={css.status} data-status={status}>
      {instead ?? statusNames[status]}
    </p>
  )
}
