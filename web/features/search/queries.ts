import { operationQuery } from '#web/api/queries.ts'

export function searchQuery(text: string) {
  return operationQuery('search', { query: { query: text.trim().slice(0, 100) } })
}

export function suggestQuery(text: string) {
  return { ...operationQuery('suggest', { query: { query: text.trim().slice(0, 100) } }), staleTime: 60_000 }
}
