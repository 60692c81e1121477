import { useRef, useState } from 'react'
import type { OperationInput, SigningName } from '#contract/operations.ts'
import type { BegunReferences } from '#contract/schemas/sign-requests.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { loadDialog } from './dialog-code.ts'
import type { RequestDraft } from './request-record.ts'
import { addRequest, showRequest } from './request-store.ts'

/** The reply of a call that needs a signature. This client always requests the asynchronous form. */
type Answer = { status: 'pending'; data: BegunReferences } | { status: string; data?: unknown }

function isPending(answer: Answer): answer is { status: 'pending'; data: BegunReferences } {
  return answer.status === 'pending'
}

const defaults = {
  nftokenID: null,
  picture: null,
  amount: null,
  feeDrops: '0',
  brokered: false,
  batch: false,
  retry: null,
}

/**
 * Stores a request that was sent to the wallet, or whose draw has started. Fields that the draft omits get defaults.
 */
export function keepRequest(draft: RequestDraft, references: BegunReferences): string {
  const { uuid } = references
  const parts =
    'receipt' in references ? { references: null, receipt: references.receipt } : { references: references }
  const brokered = draft.brokered === true && parts.references?.oneSignature !== true
  addRequest({ ...defaults, ...draft, ...parts, brokered, uuid, createdAt: Date.now(), reply: null })
  return uuid
}

/** Sends a sign request. `busy` is true while sending; then the request's dialog opens, or `refusal` is set. */
export function useSigning(onAsked: () => void) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const last = useRef<{ request: string; key: string } | null>(null)

  /** Reuses the Idempotency-Key if a call is repeated after a lost reply, so that nothing starts twice. */
  async function ask<N extends SigningName>(
    name: N,
    input: OperationInput<N>,
    draft: RequestDraft,
  ): Promise<ApiError | null> {
    const request = JSON.stringify([name, input])
    if (last.current?.request !== request) last.current = { request, key: crypto.randomUUID() }
    setBusy(true)
    setRefusal(null)
    try {
      const dialog = loadDialog().catch(() => undefined)
      const answer: Answer = await call(name, input, { idempotencyKey: last.current.key })
      // Wait for the dialog's code, so that the request's dialog replaces this one without a gap.
      await dialog
      if (isPending(answer)) showRequest(keepRequest(draft, answer.data))
      onAsked()
      return null
    } catch (error) {
      const failure = error instanceof ApiError ? error : new ApiError(requestFailed, { code: 'unreadable' })
      if (failure.code !== 'network') last.current = null
      setRefusal(failure)
      setBusy(false)
      return failure
    }
  }
  return { busy, refusal, ask, forget: () => setRefusal(null) }
}
