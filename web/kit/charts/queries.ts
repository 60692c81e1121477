import { operationQuery } from '#web/api/queries.ts'

export function priceHistoryQuery(id: string) {
  return operationQuery('getPriceHistory', { query: { id } })
}
