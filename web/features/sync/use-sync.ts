import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { operationQuery } from '#web/api/queries.ts'
import { sentenceOf } from '#web/api/error.ts'
import { announce } from '#web/ui/toasts.ts'

const askAgainMs = 1500

const isOpen = (state: string | undefined) => state === 'waiting' || state === 'running'

/** A sync from the click to its end: `start` asks for it and answers what to say; progress is followed while it is open. */
export function useSync(
  operation: 'getCollectionSync' | 'getNftSync',
  id: string,
  start: () => Promise<{ started: boolean; text: string }>,
) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  // Set from the click until its end has been told.
  const following = useRef(false)
  const { data } = useQuery({
    ...operationQuery(operation, { query: { id } }),
    refetchInterval: ({ state }) => (following.current || isOpen(state.data?.state) ? askAgainMs : false),
  })
  useEffect(() => {
    if (!following.current || data === undefined || (data.state !== 'done' && data.state !== 'failed')) return
    following.current = false
    announce({
      title: data.state === 'done' ? 'Sync finished' : 'Sync failed',
      text: data.message,
      tone: data.state === 'done' ? 'good' : 'bad',
    })
    void client.invalidateQueries()
  }, [data, client])

  const run = async () => {
    setAsking(true)
    try {
      const { started, text } = await start()
      announce({ title: text, tone: started ? 'good' : 'bad' })
      if (started) {
        following.current = true
        await client.resetQueries({ queryKey: [operation] })
      }
    } catch (error) {
      announce({ title: sentenceOf(error), tone: 'bad' })
    }
    setAsking(false)
  }
  const open = isOpen(data?.state)
  return { busy: asking || open, progress: open && data !== undefined ? data : null, run: () => void run() }
}
