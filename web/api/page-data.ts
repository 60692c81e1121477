import type { QueryClient } from '@tanstack/react-query'
import type { Settings } from '#contract/schemas/marketplace.ts'
import { learnPeople } from './people.ts'

/** Data that the worker embeds in the page, so that the first screen needs no calls. */
interface PageData {
  settings?: Settings
  ledgerIndex?: number | null
  queries?: { key: [name: string, ...parts: unknown[]]; data: unknown }[]
}

let documentLedger: number | undefined

/** Embedded data older than this is fetched from the server again. */
const documentMs = 10_000

/** Returns the ledger up to which the embedded data is complete; undefined once that data is too old. */
export const ledgerOfDocument = (): number | undefined =>
  performance.now() < documentMs ? documentLedger : undefined

/** Fills the query cache from the page's `opx-data` block. Without a valid block the client fetches the data. */
export function readPageData(client: QueryClient, page: Document = document): void {
  const text = page.getElementById('opx-data')?.textContent
  if (text === null || text === undefined) return
  const data = parse(text)
  if (data?.settings !== undefined) client.setQueryData(['getSettings', {}], data.settings)
  documentLedger = data?.ledgerIndex ?? undefined
  for (const { key, data: reply } of data?.queries ?? []) {
    learnPeople(reply)
    client.setQueryData(key, reply)
  }
}

function parse(text: string): PageData | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
