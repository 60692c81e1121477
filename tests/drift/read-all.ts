import { asJson, callRpc, type Json } from '#local/lib/rpc.ts'

/** Returns the objects of a JSON array; none if the value is not an array. */
export const jsonList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asJson) : [])

/** Calls a method of the ledger until there are no more pages. Returns the rows of all pages. */
export async function readAll(url: string, method: string, params: Json, field: string): Promise<Json[]> {
  const rows: Json[] = []
  let marker: unknown
  do {
    const more = marker === undefined ? {} : { marker }
    const reply = await callRpc(url, method, { ...params, limit: 400, ...more })
    rows.push(...jsonList(reply[field]))
    marker = reply['marker']
  } while (marker !== undefined)
  return rows
}
