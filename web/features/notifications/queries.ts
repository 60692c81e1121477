import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { OperationInput } from '#contract/operations.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Query of an account's unread count, cached by account. */
export function unreadQuery(account: string) {
  const { queryFn } = operationQuery('getUnread', {})
  return { queryKey: ['getUnread', account] as const, queryFn, staleTime: 0 }
}

const firstPage: OperationInput<'getNotifications'>['query'] = {}

/** Query of an account's notifications, newest first, cached by account. */
export function notificationsQuery(account: string) {
  return infiniteQueryOptions({
    queryKey: ['getNotifications', account] as const,
    queryFn: ({ pageParam, signal }) => call('getNotifications', { query: pageParam }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ next }) => (next === null ? null : { before: String(next) }),
    staleTime: 0,
  })
}

export const settingsOf = (account: string) => ({
  ...operationQuery('getNotificationSettings', {}),
  queryKey: ['getNotificationSettings', account] as const,
})

/** Refetches the unread count and the notifications of an account. */
export async function refreshNotifications(queryClient: QueryClient, account: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['getUnread', account] }),
    queryClient.invalidateQueries({ queryKey: ['getNotifications', account] }),
  ])
}
