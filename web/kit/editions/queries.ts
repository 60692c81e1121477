import { operationQuery } from '#web/api/queries.ts'

/** Refetch interval of an edition's page while prints can be bought. */
const refreshMs = 5000

export const editionQuery = (id: string) => ({
  ...operationQuery('getEdition', { query: { id: id.toLowerCase() } }),
  refetchInterval: refreshMs,
})

export const editionsQuery = (collection?: string) =>
  operationQuery('getEditions', { query: collection === undefined ? {} : { collection } })
