import type { DrawProgress, OwnReceipt } from './inquiry.ts'
import { jsonRpcNode } from './json-rpc.ts'
import { readRecord, RecordProblem } from './read-record.ts'
import { refusals } from './sentences.ts'
import { type Verdict, verifyDraws } from './verify.ts'

/** Replies are of this size at most: neither a site nor a node can fill the memory. */
const maxReplyBytes = 64 * 1024 * 1024
const timeout = 30_000

/** The parsed reply to a request. Throws when there is none, or it is not JSON. */
async function fetchJson(address: string, options: RequestInit = {}): Promise<unknown> {
  const response = await fetch(address, { ...options, signal: AbortSignal.timeout(timeout) })
  if (!response.ok || response.body === null)
    throw new Error(`${new URL(address).host} answers with status ${response.status}.`)
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > maxReplyBytes) throw new Error(`${new URL(address).host} sends too much.`)
    text += decoder.decode(part.value, { stream: true })
  }
  return JSON.parse(text + decoder.decode())
}

/** A plain text, so that browsers ask no node for permission first: servers of the ledger do not look at the type. */
const post = (address: string, body: string) =>
  fetchJson(address, { method: 'POST', body, credentials: 'omit', referrerPolicy: 'no-referrer' })

const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

export interface SiteToVerify {
  /** Origin of the marketplace. */
  site: string
  collection: string
  /** Addresses of JSON-RPC servers, two or more. */
  nodes: readonly string[]
  receipts?: readonly OwnReceipt[]
  onProgress?: (progress: DrawProgress) => void
}

/** Reads the record of a collection and verifies it: what the page and the downloaded script do. */
export async function verifySite({
  site,
  collection,
  nodes,
  receipts = [],
  onProgress = () => undefined,
}: SiteToVerify): Promise<Verdict> {
  try {
    const get = (path: string) => fetchJson(new URL(path, site).href)
    const record = await readRecord(get, collection, onProgress)
    const sources = nodes.map((address) => jsonRpcNode(address, { post, wait }))
    return await verifyDraws(record, sources, { onProgress, receipts })
  } catch (error) {
    if (!(error instanceof RecordProblem)) throw error
    if (!error.isMalformed)
      return { result: 'unknown', sentence: error.message, checks: [], codes: [], refused: [] }
    const { check, say } = refusals.record_malformed
    const sentence = say({ detail: error.message })
    return {
      result: 'wrong',
      sentence: 'This record is refused.',
      checks: [{ check, result: 'wrong', sentences: [sentence] }],
      codes: ['record_malformed'],
      refused: [{ code: 'record_malformed', check, sentence, number: null }],
    }
  }
}
