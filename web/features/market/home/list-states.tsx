import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'

interface ListStatesProps<T> {
  query: UseQueryResult<T[]>
  skeleton: ReactNode
  /** The exact text of an empty list. */
  empty: string
  children: (items: T[]) => ReactNode
}

/** Pending, error, empty or there: the same four for every list of the page. */
export function ListStates<T>({ query, skeleton, empty, children }: ListStatesProps<T>) {
  if (query.data !== undefined) {
    return query.data.length === 0 ? <Message title={empty} /> : children(query.data)
  }
  if (query.error !== null) {
    return (
      <Message
        tone="error"
        title={sentenceOf(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try Again</Button>}
      />
    )
  }
  return skeleton
}
