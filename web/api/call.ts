import type { OperationInput, OperationName, OperationOutput } from '#contract/operations.ts'
import { ApiError, requestFailed } from './error.ts'
import type { CallOptions } from './send-call.ts'

/** Loads the API client after the first screen, which needs no calls because the page embeds its data. */
export const loadCalls = () => import('./send-call.ts')

/**
 * Calls one API operation with the session's credentials. If the operation needs a fresh sign-in, prompts for one and
 * repeats the call. Throws `ApiError` for every failure.
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
