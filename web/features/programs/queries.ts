import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OperationInput } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Query of an account's webhooks, cached by account. */
export function webhooksQuery(account: string) {
  const { queryFn } = operationQuery('getWebhooks', {})
  return { queryKey: ['getWebhooks', account] as const, queryFn }
}

/** Query of an account's API keys, cached by account. */
export function apiKeysQuery(account: string) {
  const { queryFn } = operationQuery('getApiKeys', {})
  return { queryKey: ['getApiKeys', account] as const, queryFn }
}

/** Query of the log of a webhook, newest first. */
export function deliveriesQuery(id: string) {
  const firstPage: OperationInput<'getDeliveries'>['query'] = { id }
  return infiniteQueryOptions({
    queryKey: ['getDeliveries', id] as const,
    queryFn: ({ pageParam, signal }) => call('getDeliveries', { query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ cursor }) => (cursor === null ? null : { id, cursor: String(cursor) }),
    staleTime: 0,
  })
}
