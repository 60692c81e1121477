import { operationQuery } from '#web/api/queries.ts'

/** The page is read again so often while prints can be bought. */
const refreshMs = 5000

export const editionQuery = (id: string) => ({
  ...operationQuery('getEdition', { query: { id: id.toLowerCase() } }),
  refetchInterval: refreshMs,
})

export const editionsQuery = (collection?: string) =>
  operationQuery('getEditions', { query: collection === undefined ? {} : { collection } })
