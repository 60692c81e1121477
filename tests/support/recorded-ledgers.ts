import * as v from 'valibot'
import { LedgerNode } from 'local-ledger/server/ledger-node.ts'
import { loadScenarios, recordings, type Scenario } from 'local-ledger/tests/replay/scenario.ts'
import { fundActors, makeActors, seeded, submitUnsigned, Workload } from 'local-ledger/tests/workload.ts'

export type Json = Record<string, unknown>

export interface RecordedLedger {
  /** Name of the recording and number of the step. */
  name: string
  index: number
  /** The result of `ledger`, expanded, api_version 2. */
  result: Json
}

const closeTime = 820_000_000
const closeTimeIso = '2025-12-25T17:46:40Z'
const maskedHash = 'AB'.repeat(32)

const masks: [RegExp, unknown][] = [
  [/^<(?:close_time_iso|close_time_human)/, closeTimeIso],
  [/^<(?:close_time|parent_close_time|date)/, closeTime],
  [/^<(?:\w*hash|hash s)/, maskedHash],
]

/** Values to which a recording refers by `$tx` and `$meta`: fields and metadata of its steps. */
type References = Map<string, Json>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A digest of metadata that changes no token, so that the expected index changes are known. */
const Digest = v.object({
  result: v.string(),
  index: v.number(),
  nodes: v.array(
    v.looseTuple([
      v.string(),
      v.pipe(
        v.string(),
        v.check((type) => !type.startsWith('NFToken')),
      ),
    ]),
  ),
})

function referencesOf(steps: Scenario['steps']): References {
  const references: References = new Map()
  for (const { step, recorded } of steps) {
    if (step.tx_json !== undefined) references.set(`$tx ${step.id}`, step.tx_json)
    if (isObject(recorded.tx) && isObject(recorded.tx.meta))
      references.set(`$meta ${step.id}`, recorded.tx.meta)
    const digest = v.safeParse(Digest, recorded.tx)
    if (digest.success) {
      const { result, index } = digest.output
      const meta = { AffectedNodes: [], TransactionIndex: index, TransactionResult: result }
      references.set(`$meta ${step.id}`, meta)
    }
  }
  return references
}

/** Replaces the masks in recorded JSON by constants, and references by their values. */
function unmask(value: unknown, references: References): unknown {
  if (typeof value === 'string') return masks.find(([mask]) => mask.test(value))?.[1] ?? value
  if (Array.isArray(value)) return value.map((item) => unmask(item, references))
  if (!isObject(value)) return value
  const { $tx, $meta, ...rest } = value
  const fields = {
    ...references.get(`$tx ${String($tx)}`),
    ...references.get(`$meta ${String($meta)}`),
    ...rest,
  }
  return Object.fromEntries(Object.entries(fields).map(([name, inner]) => [name, unmask(inner, references)]))
}

const Entry = v.looseObject({
  hash: v.string(),
  ledger_index: v.number(),
  validated: v.literal(true),
  tx_json: v.looseObject({ TransactionType: v.string(), Account: v.string() }),
  meta: v.looseObject({ AffectedNodes: v.array(v.looseObject({})), TransactionIndex: v.number() }),
})
const Ledger = v.looseObject({
  ledger_index: v.number(),
  ledger: v.looseObject({ transactions: v.pipe(v.array(Entry), v.minLength(1)) }),
})

/** Converts the lookup of a transaction that was alone in its ledger to that ledger. */
function ledgerOf(entry: v.InferOutput<typeof Entry>): Json {
  return {
    ledger: {
      close_time: closeTime,
      close_time_iso: closeTimeIso,
      parent_close_time: closeTime - 1,
      ledger_index: entry.ledger_index,
      transaction_hash: maskedHash,
      transactions: [entry],
    },
    ledger_hash: maskedHash,
    ledger_index: entry.ledger_index,
    validated: true,
  }
}

/**
 * Returns every ledger in the recordings of a real server: expanded ledgers, and transactions that were alone in their
 * ledger.
 */
export function recordedLedgers(folder = recordings): RecordedLedger[] {
  return loadScenarios(folder).flatMap(({ name, steps }) => {
    const references = referencesOf(steps)
    return steps.flatMap(({ step, recorded }): RecordedLedger[] => {
      const ledger = v.safeParse(Ledger, unmask(recorded.expect, references))
      if (ledger.success) {
        const { output } = ledger
        return [
          { name: `${name}:${step.id}`, index: output.ledger_index, result: { ...output, validated: true } },
        ]
      }
      const entry = v.safeParse(Entry, unmask(recorded.tx, references))
      if (!entry.success || entry.output.meta.TransactionIndex !== 0) return []
      return [
        { name: `${name}:${step.id}`, index: entry.output.ledger_index, result: ledgerOf(entry.output) },
      ]
    })
  })
}

/** Creates ledgers on the local ledger with several transactions each, by random accounts. */
export function localLedgers(count: number, perLedger: number): RecordedLedger[] {
  const node = new LedgerNode({ networkId: 0, clio: false })
  const actors = makeActors(6)
  fundActors(node.chain, actors)
  node.chain.close()
  const workload = new Workload(node.chain, actors, seeded(11))
  return Array.from({ length: count }, () => {
    for (let count = 0; count < perLedger; count += 1) submitUnsigned(node.chain, workload.next())
    node.chain.close()
    const index = node.chain.closedHeader.seq
    const params = { ledger_index: index, transactions: true, expand: true }
    return { name: `local:${index}`, index, result: node.answer('ledger', params, { apiVersion: 2 }) }
  })
}
