import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ledgerOfDocument } from '#web/api/page-data.ts'
import { useLive } from '#web/kit/live/use-live.ts'
import { useIsLive } from '#web/kit/live/live-state.ts'
import { unreadQuery } from './queries.ts'
import { unreadPause } from './unread-pause.ts'

/** Returns the number of unread notifications. Refetches it after events of the account, and at intervals. */
export function useUnread(account: string): number {
  const queryClient = useQueryClient()
  const isLive = useIsLive()
  const [lastHeard, setHeard] = useState({ position: 0, at: 0 })
  const options = unreadQuery(account)
  const { data } = useQuery({
    ...options,
    refetchInterval: ({ state }) =>
      unreadPause({
        isLive,
        newestEvent: lastHeard,
        notifiedPosition: state.data?.position ?? 0,
        now: Date.now(),
      }),
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: options.queryKey })
  useLive(
    [`account:${account}`],
    (events) => {
      setHeard({ position: Math.max(...events.map(({ position }) => position)), at: Date.now() })
      refresh()
    },
    { ledger: ledgerOfDocument(), onReset: refresh },
  )
  return data?.unread ?? 0
}
