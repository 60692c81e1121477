import { useSettings } from '#web/api/use-settings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PendingRequest } from './pending-request.tsx'
import { FinishedRequest } from './finished-request.tsx'
import type { RequestRecord } from './request-record.ts'
import { requestResult, runningTitle } from './request-result.ts'
import { showRequest } from './request-store.ts'

export interface TransactionDialogProps {
  record: RequestRecord
  onRetry: (record: RequestRecord) => void
}

/** The progress and outcome of a request. Closing the dialog does not stop the request, which stays in the tray. */
export function TransactionDialog({ record, onRetry }: TransactionDialogProps) {
  const { tokens } = useSettings()
  const result = requestResult(record, tokens)
  // The reveal of a sealed work uses the whole screen.
  const isReveal = result?.tone === 'good' && record.action === 'buyRandom'
  const close = () => showRequest(null)
  const retry = () => {
    close()
    onRetry(record)
  }
  return (
    <Dialog
      open
      onClose={close}
      size={isReveal ? 'full' : 'normal'}
      title={result === null ? runningTitle(record) : result.title}
    >
      {result === null ? (
        <PendingRequest record={record} onRetry={retry} />
      ) : (
        <FinishedRequest record={record} result={result} onClose={close} onRetry={retry} />
      )}
    </Dialog>
  )
}
