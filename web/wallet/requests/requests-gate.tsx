import { createElement, Suspense, useEffect, useState } from 'react'
import { useAccount } from '#web/wallet/session/session.ts'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { loadDialog, useDialogCode } from './dialog-code.ts'
import { isOver, type RequestRecord } from './request-record.ts'
import { followRequests, useRequests } from './request-store.ts'

const RequestPollers = lazyCode(async () => (await import('./request-pollers.tsx')).RequestPollers)

/** Polls open requests and renders the dialog of the selected one. */
export function RequestsGate({ onRetry }: { onRetry: (record: RequestRecord) => void }) {
  const account = useAccount()
  const { records, shownRequest } = useRequests()
  useEffect(() => followRequests(account), [account])
  const record = records.find(({ uuid }) => uuid === shownRequest)
  const code = useDialogCode()
  const [failure, setFailure] = useState<unknown>(null)
  const isMissing = record !== undefined && code === null
  useEffect(() => {
    if (isMissing) loadDialog().catch(setFailure)
  }, [isMissing])
  if (failure !== null && isMissing) throw failure
  return (
    <>
      <Suspense fallback={null}>
        {records.some((openRecord) => !isOver(openRecord)) && <RequestPollers />}
      </Suspense>
      {record !== undefined && code !== null && createElement(code, { record, onRetry })}
    </>
  )
}
