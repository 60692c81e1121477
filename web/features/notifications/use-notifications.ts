import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#web/api/call.ts'
import { notificationsQuery, refreshNotifications, unreadQuery } from './queries.ts'
import { countUnread } from './unread-count.ts'

/** Returns the notifications of an account. Refetches them when the unread count reports a new one. */
export function useNotifications(account: string) {
  const queryClient = useQueryClient()
  const { data: count } = useQuery(unreadQuery(account))
  const list = useInfiniteQuery(notificationsQuery(account))
  const newest = count?.newest
  const lastSeen = useRef(newest)
  useEffect(() => {
    if (newest !== undefined && lastSeen.current !== undefined && newest !== lastSeen.current)
      void queryClient.invalidateQueries({ queryKey: notificationsQuery(account).queryKey })
    lastSeen.current = newest
  }, [queryClient, account, newest])
  const markRead = useMutation({
    mutationFn: (body: { id: number; all?: boolean }) => call('readNotifications', { body }),
    onSettled: () => refreshNotifications(queryClient, account),
  })
  const items = list.data?.pages.flatMap(({ notifications }) => notifications)
  return { list, items, unreadCount: countUnread(count?.unread, items), read: markRead.mutate }
}
