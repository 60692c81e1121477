import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { OperationInput, OperationName } from '#contract/operations.ts'
import { call } from './call.ts'
import { isRetryable } from './error.ts'

/**
 * Returns the query options of a read operation. The key is `[name, input]`; `input` is `{}` for an operation without
 * input.
 */
export function operationQuery<N extends OperationName>(name: N, input: OperationInput<N>) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { signal }),
  })
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 15 * 60_000,
        retry: (count, error) => count < 2 && isRetryable(error),
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
