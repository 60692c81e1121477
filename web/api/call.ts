import type { OperationInput, OperationName, OperationOutput } from '#contract/operations.ts'
import { ApiError, requestFailed } from './error.ts'
import type { CallOptions } from './send-call.ts'

/** The page contains the data of its first screen, so the code of calls is loaded after it. */
export const loadCalls = () => import('./send-call.ts')

/**
 * Calls one operation of the contract with the session's credentials. When the operation needs a fresh sign-in, it prompts for
 * one and repeats the call. Throws `ApiError` for every failure.
 */
export async function call<N extends OperationName>(
  name: N,
  input: OperationInput<N>,
  options: CallOptions = {},
): Promise<OperationOutput<N>> {
  const { sendCall } = await loadCalls().catch(() => {
    throw new ApiError(requestFailed, { code: 'network' })
  })
  return sendCall(name, input, options)
}
