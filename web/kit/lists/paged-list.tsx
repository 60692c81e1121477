import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { ListEnd } from './list-end.tsx'
import { Message } from '#web/ui/message.tsx'
import hidden from '#web/ui/visually-hidden.module.css'
import layout from './list-layout.module.css'

interface Pages {
  error: Error | null
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

interface PagedListProps<T> {
  /** Name of the list for screen readers. */
  title: string
  list: Pages
  items: T[] | undefined
  /** True if loaded items are not rendered yet. The end of the list is then not shown. */
  isRendering?: boolean
  skeleton: ReactNode
  empty: string
  /** Advice on what the user can do about an empty list. */
  advice?: string
  /** A link or button below the advice. */
  action?: ReactNode
  /** Pages loaded before the visitor scrolls. Set a limit if pages are expensive or may render few items. */
  maxAutoPages?: number
  children: (items: T[]) => ReactNode
}

/** A paginated list with its pending, error and empty states. */
export function PagedList<T>(props: PagedListProps<T>) {
  const {
    title,
    list,
    items,
    isRendering = false,
    skeleton,
    empty,
    advice,
    action,
    maxAutoPages,
    children,
  } = props
  return (
    <div className={layout.list} data-stale={list.isPlaceholderData} aria-busy={list.isPlaceholderData}>
      <h2 className={hidden.hidden}>{title}</h2>
      <QueryStates
        query={{ data: items, error: list.error, refetch: list.refetch }}
        pending={skeleton}
        empty={
          <Message title={empty} action={action}>
            <p>{advice ?? t('Remove a filter, or look for something else.')}</p>
          </Message>
        }
      >
        {(page) => (
          <>
            {children(page)}
            <ListEnd
              hasMore={list.hasNextPage || isRendering}
              loading={list.isFetchingNextPage || isRendering}
              error={list.isFetchNextPageError ? list.error : null}
              onMore={() => void list.fetchNextPage()}
              maxAutoPages={maxAutoPages}
            />
          </>
        )}
      </QueryStates>
    </div>
  )
}
