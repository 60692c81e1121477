import type { OperationName } from '#contract/operations.ts'
import type { BuyRandomReply } from '#contract/schemas/selling.ts'
import type { CheckReply, SignedReply, TransactionReply } from '#contract/schemas/sign-requests.ts'

function signedReply({ status, txid, data, code, outcome }: CheckReply): SignedReply {
  const content = data ?? outcome
  return {
    status: status === 'pending' ? 'signed' : status,
    ...(txid === undefined ? {} : { txid }),
    ...(content === undefined ? {} : { data: content }),
    ...(code === undefined ? {} : { code }),
  }
}

function transactionReply(outcome: CheckReply): TransactionReply {
  const { status, txid, data, code } = signedReply(outcome)
  const dispatchedResult = outcome.dispatched_result ?? outcome.outcome?.result ?? null
  const content =
    txid === undefined
      ? typeof data === 'string'
        ? data
        : undefined
      : { response: { txid, dispatched_result: dispatchedResult } }
  return {
    status,
    ...(content === undefined ? {} : { data: content }),
    ...(code === undefined ? {} : { code }),
  }
}

/**
 * Returns the outcome of a draw. The token is only revealed after payment. A rejected draw has the status `failed` and
 * a reason.
 */
function randomReply(reply: CheckReply): BuyRandomReply {
  const { status, txid = null, data, code } = signedReply(reply)
  if (status !== 'success' && status !== 'signed') {
    return {
      status: 'failed',
      ...(typeof data === 'string' ? { data } : {}),
      ...(code === undefined ? {} : { code }),
    }
  }
  return {
    status,
    data: {
      hash: txid,
      nftokenID: reply.outcome?.nftokenID ?? null,
      response: { txid, dispatched_result: reply.dispatched_result ?? reply.outcome?.result ?? null },
    },
  }
}

/** Returns the outcome of a signature in the form that the call's contract defines. */
export function outcomeReply(operation: OperationName, outcome: CheckReply): object {
  if (operation === 'requestTransaction') return transactionReply(outcome)
  return operation === 'buyRandom' ? randomReply(outcome) : signedReply(outcome)
}
