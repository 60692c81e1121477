import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import * as v from 'valibot'

const Fields = v.record(v.string(), v.unknown())

const Step = v.object({
  id: v.optional(v.string(), ''),
  about: v.optional(v.string(), ''),
  /** A request that is sent unchanged; `{raw}` is a literal body. On a WebSocket, it is a command. */
  request: v.optional(Fields),
  /** A transaction: its fields, its signer, and its blob and hash if it contains no time. */
  tx_json: v.optional(Fields),
  by: v.optional(v.string(), ''),
  tx_blob: v.optional(v.string()),
  hash: v.optional(v.string()),
  /** Additional parameters of the submit call. */
  options: v.optional(Fields),
  /** Number of ledgers to close. */
  close: v.optional(v.number(), 0),
  /** The step whose transaction is looked up. */
  lookup: v.optional(v.string()),
  /** Detail in which a transaction is recorded; `none` if it shares a ledger with others. */
  view: v.optional(v.picklist(['full', 'brief', 'none'])),
  /** Name of a WebSocket. */
  ws: v.optional(v.string()),
  /** Number of messages to expect. */
  collect: v.optional(v.number()),
  disconnect: v.optional(v.boolean(), false),
})
export type Step = v.InferOutput<typeof Step>

/** Outputs of a step; recordings store them next to the inputs. */
export const outputs = ['http_status', 'expect', 'expect_text', 'submit', 'closed', 'tx', 'messages'] as const
export type Output = Partial<Record<(typeof outputs)[number], unknown>>

const Scenario = v.object({
  name: v.string(),
  /** The recorded server. Its version determines the active amendments. */
  server: v.object({ build_version: v.string() }),
  api_version: v.optional(v.number()),
  /** Accounts by alias. The seed determines the algorithm. */
  accounts: v.record(v.string(), v.object({ address: v.string(), seed: v.string() })),
  steps: v.array(
    v.pipe(
      Fields,
      v.transform((recorded) => ({ step: v.parse(Step, recorded), recorded })),
    ),
  ),
})
export type Scenario = v.InferOutput<typeof Scenario>

/** The recordings in this repository. */
export const recordings = path.join(import.meta.dirname, '..', 'recordings')

/** Loads the scenarios of a folder from .json or .json.gz files. */
export function loadScenarios(folder: string): Scenario[] {
  return readdirSync(folder)
    .filter((name) => /\.json(\.gz)?$/.test(name))
    .sort()
    .flatMap((name) => {
      const bytes = readFileSync(path.join(folder, name))
      const json: unknown = JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
      const scenario = v.safeParse(Scenario, json)
      return scenario.success ? [scenario.output] : []
    })
}
