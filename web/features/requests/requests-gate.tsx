import { lazy, Suspense } from 'react'
import type { RequestRecord } from './request-record.ts'
import { RequestPollers } from './request-pollers.tsx'
import { useRequests } from './request-store.ts'

const TransactionDialog = lazy(async () => ({
  default: (await import('./transaction-dialog.tsx')).TransactionDialog,
}))

/** Keeps requests going, and holds the place of their dialog. */
export function RequestsGate({ onRetry }: { onRetry: (record: RequestRecord) => void }) {
  const { records, shown } = useRequests()
  const record = records.find(({ uuid }) => uuid === shown)
  return (
    <>
      <RequestPollers />
      <Suspense fallback={null}>
        {record !== undefined && <TransactionDialog record={record} onRetry={onRetry} />}
      </Suspense>
    </>
  )
}
