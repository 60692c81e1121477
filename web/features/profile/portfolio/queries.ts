import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'
import type { StatementReply } from '#contract/schemas/statements.ts'

export const portfolioQuery = (account: string) => operationQuery('getPortfolio', { query: { account } })

const pollMs = 1500

export const isReading = ({ state }: Pick<StatementReply, 'state'>) =>
  state === 'waiting' || state === 'reading'

/**
 * Query of the first page of a year's statement, polled until the server has read it completely. The key names the
 * account, because the call does not.
 */
export const statementQuery = (account: string, year: number) => ({
  queryKey: ['getStatement', account, year] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call('getStatement', { query: { year: String(year) } }, { signal }),
  refetchInterval: ({ state: { data } }: { state: { data: StatementReply | undefined } }) =>
    data !== undefined && isReading(data) ? pollMs : false,
})

/** Loads all rows of a statement, starting from its first page. */
export async function everyRow(first: StatementReply): Promise<StatementReply['rows']> {
  const rows = [...first.rows]
  for (let { next } = first; next !== null; ) {
    const page = await call('getStatement', { query: { year: String(first.year), after: next } })
    rows.push(...page.rows)
    next = page.next
  }
  return rows
}
