import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/schemas/admin.ts'
import type { OperationInput } from '#contract/operations.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { QueryError } from '#web/kit/query-states.tsx'
import { Button } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { AdminTable, type Column } from './admin-table.tsx'
import css from './admin.module.css'

const refetchMs = 10_000

const columns: Column<AuditEntry>[] = [
  [t('When'), (entry) => <RelativeTime at={entry.at} />],
  [t('Who'), (entry) => <Address account={entry.account} />],
  [t('What'), (entry) => entry.action.replaceAll('_', ' ')],
  [t('Subject'), (entry) => <code>{entry.subject}</code>],
  [t('Before'), (entry) => <Values of={entry.before} />],
  [t('After'), (entry) => <Values of={entry.after} />],
]

/** Pages of the audit log. Refetches only while no more than the first page is loaded. */
export function AuditSection() {
  const list = useInfiniteQuery({
    ...auditQuery,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : refetchMs),
  })
  const { data, error, hasNextPage, isFetchingNextPage } = list
  if (data === undefined && error === null)
    return (
      <div>
        <LoadingNote subject={t('the audit log')} />
        <Skeleton height="12rem" />
      </div>
    )
  return (
    <AdminTable
      title={t('Audit log')}
      empty={data === undefined ? '' : t('Nothing has been decided yet.')}
      rows={data?.pages.flatMap(({ entries }) => entries) ?? []}
      keyOf={(entry) => entry.id}
      columns={columns}
    >
      {error !== null && <QueryError error={error} retry={hasNextPage ? list.fetchNextPage : list.refetch} />}
      {hasNextPage && error === null && (
        <div>
          <Button busy={isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('Show more')}
          </Button>
        </div>
      )}
    </AdminTable>
  )
}

/** The fields of a state, one on each line, instead of JSON. */
function Values({ of: state }: { of: unknown }) {
  const fields = typeof state === 'object' && state !== null ? Object.entries(state) : []
  if (fields.length === 0) return '–'
  return (
    <ul className={css.values}>
      {fields.map(([name, value]) => (
        <li key={name}>
          <code>{name}</code> {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  )
}

const firstPage: OperationInput<'getAudit'>['query'] = {}

/** The audit log, newest first. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['getAudit', 'pages'],
  queryFn: ({ pageParam, signal }) => call('getAudit', { query: pageParam }, { signal }),
  initialPageParam: firstPage,
  // Does not use `nextPage`: importing it here would move it to a separate chunk, which the public lists would then load as
  // well.
  getNextPageParam: ({ marker, after }) => (after === null ? undefined : { marker: String(marker), after }),
  staleTime: 0,
})
