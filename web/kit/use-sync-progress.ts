import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { SyncProgress } from '#contract/schemas/sync.ts'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { announce } from '#web/ui/toasts.ts'

const refetchMs = 1500

const isOpen = (state: string | undefined) => state === 'waiting' || state === 'running'

/**
 * Returns the progress of a sync. `follow` tracks a new sync and announces its end. Fetches only while `isEnabled` is
 * true.
 */
export function useSyncProgress(operation: 'getCollectionSync' | 'getNftSync', id: string, isEnabled = true) {
  const client = useQueryClient()
  // True from the request until its end is announced.
  const isFollowing = useRef(false)
  const { data } = useQuery({
    ...operationQuery(operation, { query: { id } }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (isFollowing.current || isOpen(state.data?.state) ? refetchMs : false),
  })
  useEffect(() => {
    if (!isFollowing.current || data === undefined || (data.state !== 'done' && data.state !== 'failed'))
      return
    isFollowing.current = false
    const refresh = () => void client.invalidateQueries()
    if (data.state === 'failed') {
      announce({ title: t('Sync failed'), text: data.message, tone: 'bad' })
      return
    }
    const announceDone = async () => {
      const { doneWords } = await import('./sync-words.ts')
      const text = doneWords(data)
      const action = { label: t('Refresh'), run: refresh }
      if (data.unseen > 0) announce({ title: t('Sync incomplete'), text, tone: 'bad', action })
      else if (operation === 'getNftSync') {
        announce({ title: t('Sync finished'), text, tone: 'good' })
        refresh()
      } else {
        // Offers a reload, because a list that the user is browsing is not replaced without their consent.
        announce({
          title: t('Success, refresh collection to see change'),
          text,
          tone: 'good',
          action,
        })
      }
    }
    void announceDone()
  }, [data, client, operation])
  const follow = async () => {
    isFollowing.current = true
    await client.resetQueries({ queryKey: [operation] })
  }
  const progress = data !== undefined && isOpen(data.state) ? data : null
  return { progress, follow }
}

export function syncWords({ message, done, total }: SyncProgress): string {
  return total > 0 ? t('{message} {done, number} of {total, number}', { message, done, total }) : message
}
