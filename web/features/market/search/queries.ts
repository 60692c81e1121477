import { askedText } from '#contract/rules/search-reader.ts'
import { operationQuery } from '#web/api/queries.ts'

export function searchQuery(text: string) {
  return operationQuery('search', { query: { query: askedText(text) } })
}

export function suggestQuery(text: string) {
  return { ...operationQuery('suggest', { query: { query: askedText(text) } }), staleTime: 60_000 }
}
