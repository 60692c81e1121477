import { infiniteQueryOptions } from '@tanstack/react-query'
import type { OperationInput } from '#worker/contract/operations.ts'
import { call } from '#web/api/call.ts'

const firstPage: OperationInput<'getAudit'>['query'] = {}

/** The audit log, the latest first. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['getAudit', 'pages'],
  queryFn: ({ pageParam, signal }) => call('getAudit', { query: pageParam }, { signal }),
  initialPageParam: firstPage,
  // Its own, since a share in that of the public lists would make it a file of its own for their first screens to load.
  getNextPageParam: ({ marker, after }) => (after === null ? undefined : { marker: String(marker), after }),
  staleTime: 0,
})
