// Built into verify-draws.mjs, a single file for Node 20 and later (vite.config.ts).
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import type { DrawProgress } from './inquiry.ts'
import { checkTitles } from './sentences.ts'
import type { Verdict } from './verify.ts'
import { verifySite } from './verify-site.ts'

const usage = `Verifies every draw of a random collection against two nodes of the XRP Ledger.

  node verify-draws.mjs --site URL --collection ID --node URL --node URL [--receipt FILE]

  --site        the marketplace, e.g. https://opx.example
  --collection  the id in the address of the collection's page
  --node        a JSON-RPC server with full history, or its WebSocket with Node 22 or later (wss); name two of different operators
  --receipt     a receipt that you have kept, as JSON; may be given several times

Exit status: 0 when every draw is right, 1 when the record is refused, 2 when it could not be verified.
`

const Receipt = v.object({
  collection: v.string(),
  epoch: v.number(),
  number: v.number(),
  account: v.string(),
  requestLedger: v.number(),
  signature: v.string(),
})

const stages: Record<DrawProgress['stage'], string> = {
  record: 'Reading the record',
  history: "Reading the marketplace's transactions",
  transactions: 'Reading older transactions',
  headers: 'Reading ledgers',
  checks: 'Drawing again',
}

/** Prints one line for each stage; on a terminal, the line counts up. */
function progressTo(out: NodeJS.WriteStream) {
  let last = ''
  return ({ stage, done, total }: DrawProgress) => {
    const count = total === null ? String(done) : `${done} of ${total}`
    if (out.isTTY) out.write(`\r\u001b[K${stages[stage]}: ${count}`)
    else if (stage !== last) out.write(`${stages[stage]}\n`)
    last = stage
  }
}

const marks = { right: '✓', wrong: '✗', unknown: '?' }
const statuses = { right: 0, wrong: 1, unknown: 2 }

/** Sites and nodes determine parts of the sentences, so control characters must not reach the terminal. */
const makePlain = (text: string) => text.replaceAll(/\p{C}/gu, ' ').slice(0, 2000)

function printVerdict({ checks, result, sentence }: Verdict): void {
  const { stdout } = process
  for (const { check, result: outcome, sentences } of checks)
    for (const sentenceOfCheck of sentences)
      stdout.write(`${marks[outcome]} ${checkTitles[check]}: ${makePlain(sentenceOfCheck)}\n`)
  stdout.write(`\n${marks[result]} ${makePlain(sentence)}\n`)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      collection: { type: 'string' },
      node: { type: 'string', multiple: true, default: [] },
      receipt: { type: 'string', multiple: true, default: [] },
    },
  })
  const { site, collection, node: nodes, receipt: files } = values
  if (site === undefined || collection === undefined || new Set(nodes).size < 2) return null
  const receipts = files.map((file) => {
    const receipt = v.parse(Receipt, JSON.parse(readFileSync(file, 'utf8')))
    if (receipt.collection !== collection)
      throw new Error(`${file} is a receipt of the collection ${receipt.collection}, not of ${collection}.`)
    return receipt
  })
  return { site, collection, nodes, receipts }
}

async function main(): Promise<number> {
  const options = readArguments()
  if (options === null) {
    process.stderr.write(usage)
    return 2
  }
  const verdict = await verifySite({ ...options, onProgress: progressTo(process.stderr) })
  if (process.stderr.isTTY) process.stderr.write('\n')
  printVerdict(verdict)
  return statuses[verdict.result]
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${makePlain(error instanceof Error ? error.message : String(error))}\n\n${usage}`)
  process.exitCode = 2
}
