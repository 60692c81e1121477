import { Suspense, useEffect } from 'react'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { isOver, type RequestRecord } from './request-record.ts'
import { followRequests, useRequests } from './request-store.ts'

const TransactionDialog = lazyCode(async () => (await import('./transaction-dialog.tsx')).TransactionDialog)
const RequestPollers = lazyCode(async () => (await import('./request-pollers.tsx')).RequestPollers)

/** Polls open requests and renders the dialog of the selected one. */
export function RequestsGate({ onRetry }: { onRetry: (record: RequestRecord) => void }) {
  const account = useAccount()
  const { records, shown } = useRequests()
  useEffect(() => followRequests(account), [account])
  const record = records.find(({ uuid }) => uuid === shown)
  return (
    <>
      <Suspense fallback={null}>{records.some((each) => !isOver(each)) && <RequestPollers />}</Suspense>
      <Suspense fallback={null}>
        {record !== undefined && <TransactionDialog record={record} onRetry={onRetry} />}
      </Suspense>
    </>
  )
}
