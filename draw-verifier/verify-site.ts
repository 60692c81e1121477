import { t } from '#contract/words/sentence.ts'
import type { DrawProgress, OwnReceipt } from './inquiry.ts'
import { jsonRpcNode } from './json-rpc.ts'
import { fetchJson, nodeConnections } from './node-connections.ts'
import { readRecord, RecordProblem } from './read-record.ts'
import { refusals } from './sentences.ts'
import { type Verdict, verifyDraws } from './verify.ts'

const wait = (milliseconds: number) => new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

export interface SiteToVerify {
  /** Origin of the marketplace. */
  site: string
  collection: string
  /** URLs of at least two ledger servers: wss (WebSocket) or https (JSON-RPC). */
  nodes: readonly string[]
  receipts?: readonly OwnReceipt[]
  onProgress?: (progress: DrawProgress) => void
}

/** Reads the record of a collection and verifies it. The page and the downloaded script call this function. */
export async function verifySite({
  site,
  collection,
  nodes,
  receipts = [],
  onProgress = () => undefined,
}: SiteToVerify): Promise<Verdict> {
  const { postRequest: post, close } = nodeConnections()
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
      sentence: t('This record is refused.'),
      checks: [{ check, result: 'wrong', sentences: [sentence] }],
      codes: ['record_malformed'],
      refused: [{ code: 'record_malformed', check, sentence, number: null }],
    }
  } finally {
    close()
  }
}
