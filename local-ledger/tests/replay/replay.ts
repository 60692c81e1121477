import { setTimeout as wait } from 'node:timers/promises'
import { amendmentsOf } from '#ledger/entries/amendments.ts'
import { type RunningLedger, startLedger } from '#ledger/start.ts'
import { signTransaction } from '#ledger/codec/sign-transaction.ts'
import { type Difference, differences, isObject, type Json, sha256 } from './compare.ts'
import { Connection } from './connection.ts'
import { briefMeta, normalise, Seen } from './normalise.ts'
import { type Output, outputs, type Scenario, type Step } from './scenario.ts'

export interface StepFailure {
  /** Index of the step, starting at 0. */
  at: number
  step: Step
  differences: Difference[]
}

interface Reply {
  status: number
  text: string
  /** Undefined if the text is not JSON. */
  json: unknown
}

const rippleEpoch = 946684800

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Replays one scenario on a ledger that starts at genesis. */
class Session {
  readonly #ledger: RunningLedger
  readonly #scenario: Scenario
  readonly seen = new Seen()
  readonly #connections = new Map<string, Connection>()

  constructor(ledger: RunningLedger, scenario: Scenario) {
    this.#ledger = ledger
    this.#scenario = scenario
  }

  async #post(body: string): Promise<Reply> {
    const reply = await this.#ledger.answer('POST', '/', body)
    if (reply === 'drop') throw new Error('The ledger dropped the connection.')
    return { status: reply.status, text: reply.body, json: parsed(reply.body) }
  }

  async #call(method: string, params: Json = {}): Promise<Json> {
    const { json, status, text } = await this.#post(JSON.stringify({ method, params: [params] }))
    const result = isObject(json) ? json['result'] : undefined
    if (!isObject(result)) throw new Error(`${method}: HTTP ${status} ${text.slice(0, 200)}`)
    return result
  }

  /** Inserts times relative to the last validated ledger, the ledger's hash, and hashes and blobs of earlier steps. */
  async #resolve(fields: Json, id: string): Promise<{ value: Json; live: boolean }> {
    let validated: { time: number; hash: unknown } | null = null
    let live = false
    const newest = async () => {
      if (validated !== null) return validated
      const { ledger, ledger_hash: hash } = await this.#call('ledger', { ledger_index: 'validated' })
      const { close_time: time, ledger_hash: inner } = isObject(ledger) ? ledger : {}
      validated = { time: Number(time), hash: hash ?? inner }
      return validated
    }
    const walk = async (value: unknown): Promise<unknown> => {
      if (Array.isArray(value)) return Promise.all(value.map(walk))
      if (isObject(value)) {
        const unix = '$unix_time' in value
        if (!unix && !('$close_time' in value)) {
          const entries: [string, unknown][] = []
          for (const [key, each] of Object.entries(value)) entries.push([key, await walk(each)])
          return Object.fromEntries(entries)
        }
        live = true
        const offset = Number(unix ? value['$unix_time'] : value['$close_time'])
        const time = (await newest()).time + offset + (unix ? rippleEpoch : 0)
        this.seen.numbers.set(time, `<${unix ? 'unix_time' : 'close_time'} at ${id}>`)
        return time
      }
      if (value === '<ledger_hash>') return (await newest()).hash
      const [, kind, step = ''] = typeof value === 'string' ? (/^<(hash|blob) (\S+)>$/.exec(value) ?? []) : []
      const transaction = kind === undefined ? undefined : this.seen.byId(step)
      if (transaction === undefined) return value
      return kind === 'hash' ? transaction.hash : transaction.blob
    }
    const value = await walk(fields)
    return { value: isObject(value) ? value : {}, live }
  }

  #sign(transaction: Json, by: string): { blob: string; hash: string } {
    const account = this.#scenario.accounts[by]
    if (account === undefined) throw new Error(`The scenario has no account ${by}.`)
    const { hex, txid } = signTransaction(transaction, account.seed)
    return { blob: hex, hash: txid }
  }

  async run(step: Step): Promise<Output> {
    if (step.ws !== undefined) return this.#runOnSocket(step, step.ws)
    const output: Output = {}
    if (step.request !== undefined) await this.#request(step, step.request, output)
    if (step.tx_json !== undefined) await this.#submit(step, step.tx_json, output)
    else await this.#close(step, output)
    if (step.lookup !== undefined) {
      const hash = this.seen.byId(step.lookup)?.hash ?? ''
      await this.#lookUp({ id: step.lookup, view: step.view }, hash, output)
    }
    return output
  }

  async #request(step: Step, request: Json, output: Output): Promise<void> {
    const { value } = await this.#resolve(request, step.id)
    const { method, params, raw } = value
    const reply = await this.#post(raw === undefined ? JSON.stringify({ method, params }) : String(raw))
    if (reply.status !== 200) output.http_status = reply.status
    if (reply.json === undefined) {
      output.expect_text = reply.text
      return
    }
    const { json } = reply
    const wrapped = isObject(json) && 'result' in json && Object.keys(json).length === 1
    output.expect = normalise(wrapped ? json['result'] : json, this.seen)
  }

  async #submit(step: Step, fields: Json, output: Output): Promise<void> {
    const { value, live } = await this.#resolve(fields, step.id)
    const { tx_blob: blob, hash = '' } = step
    const signed = blob === undefined ? this.#sign(value, step.by) : { blob, hash }
    if (!this.seen.transactions.some((transaction) => transaction.blob === signed.blob))
      this.seen.add({ id: step.id, ...signed, fields: value, live })
    const version = this.#scenario.api_version
    const params = {
      ...step.options,
      ...(version === undefined ? {} : { api_version: version }),
      tx_blob: signed.blob,
    }
    const { json, text } = await this.#post(JSON.stringify({ method: 'submit', params: [params] }))
    const result = isObject(json) && isObject(json['result']) ? json['result'] : (json ?? { text })
    const short = step.view === 'brief' || step.view === 'none'
    output.submit =
      short && isObject(result) ? (result['engine_result'] ?? result['error']) : normalise(result, this.seen)
    await this.#close(step, output)
    if (step.close > 0 && step.view !== 'none') await this.#lookUp(step, signed.hash, output)
  }

  async #close(step: Step, output: Output): Promise<void> {
    for (let closes = 0; closes < step.close; closes += 1)
      output.closed = (await this.#call('ledger_accept'))['ledger_current_index']
  }

  async #lookUp({ id, view }: Pick<Step, 'id' | 'view'>, hash: string, output: Output): Promise<void> {
    const version = this.#scenario.api_version
    const params = { transaction: hash, ...(version === undefined ? {} : { api_version: version }) }
    let answer = await this.#call('tx', params)
    // A server may validate the ledger shortly after answering ledger_accept.
    for (let tries = 0; tries < 40 && answer['validated'] !== true && !('error' in answer); tries += 1) {
      await wait(25)
      answer = await this.#call('tx', params)
    }
    const normalised = normalise(answer, this.seen, { foldMeta: false })
    const meta = isObject(normalised) ? normalised['meta'] : undefined
    if (isObject(meta)) {
      this.seen.metaById.set(id, meta)
      this.seen.metaByDigest.set(sha256(meta), id)
    }
    output.tx = view === 'brief' && isObject(meta) ? briefMeta(meta) : normalised
  }

  async #runOnSocket(step: Step, name: string): Promise<Output> {
    const output: Output = {}
    const connection = this.#connections.get(name) ?? (await Connection.open(this.#ledger.wsUrl))
    this.#connections.set(name, connection)
    if (step.request !== undefined) {
      const { value } = await this.#resolve(step.request, step.id)
      const { id: _id, ...answer } = await connection.request(value)
      if (isObject(answer['request'])) {
        const { id: _requestId, ...request } = answer['request']
        answer['request'] = request
      }
      output.expect = normalise(answer, this.seen)
    }
    if (step.collect !== undefined) {
      const messages = await connection.collect(step.collect)
      output.messages = messages.map((message) => normalise(message, this.seen))
    }
    if (step.disconnect) {
      connection.close()
      this.#connections.delete(name)
    }
    return output
  }

  end(): void {
    for (const connection of this.#connections.values()) connection.close()
  }
}

/** Number of transactions per ledger at the base cost, on a server without peers. */
const standaloneSize = 1000

/**
 * Replays a scenario on a new ledger with the amendments of the recorded server; returns the steps whose outputs differ
 * from the recording.
 */
export async function playScenario(scenario: Scenario): Promise<StepFailure[]> {
  const ledger = await startLedger({
    port: 0,
    amendments: amendmentsOf(scenario.server.build_version),
    ledgerSize: standaloneSize,
  })
  const session = new Session(ledger, scenario)
  const failures: StepFailure[] = []
  try {
    for (const [at, { step, recorded }] of scenario.steps.entries()) {
      const output = await session.run(step)
      const deviations = outputs.flatMap((name) =>
        differences(recorded[name], output[name], name, (id) => session.seen.metaById.get(id)),
      )
      if (deviations.length > 0) failures.push({ at, step, differences: deviations.slice(0, 5) })
    }
  } finally {
    session.end()
    await ledger.close()
  }
  return failures
}
