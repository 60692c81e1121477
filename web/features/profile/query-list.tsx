import type { ReactNode } from 'react'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'

interface QueryListProps<T> {
  query: { error: Error | null; refetch: () => unknown }
  items: T[] | undefined
  skeleton: ReactNode
  /** The whole text when there is nothing. */
  empty: string
  children: (items: T[]) => ReactNode
}

/** A list that comes at once: pending, error, empty, or the list. */
export function QueryList<T>({ query, items, skeleton, empty, children }: QueryListProps<T>) {
  if (items === undefined && query.error !== null) {
    return (
      <Message
        tone="error"
        title={sentenceOf(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  }
  if (items === undefined) return skeleton
  return items.length === 0 ? <Message title={empty} /> : children(items)
}
