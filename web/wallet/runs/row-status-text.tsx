import css from './row-status.module.css'
import type { RowStatus } from './run-state.ts'

const statusNames: Record<RowStatus, string> = {
  ready: 'Ready',
  pending: 'Pending',
  success: 'Success',
  failed: 'Failed',
  rejected: 'Rejected',
  signed: 'Signed',
}

/** The status of a row. `instead` replaces the status name. */
export function RowStatusText({ status, instead }: { status: RowStatus; instead?: string | undefined }) {
  return (
    <p className={css.status} data-status={status}>
      {instead ?? statusNames[status]}
    </p>
  )
}
