import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { isResultCode, type ResultCode } from '#ledger/transactions/results.ts'

// Faults on demand: POST /admin/faults with a list of rules replaces all rules; an empty list removes them; GET lists
// them with their counters. A rule is {"kind": ...} with these fields for every kind:
//   times    how often it applies; without it, until the rules are replaced
//   after    how many matching requests pass unchanged first
//   method   only this RPC method (or one of a list); streams count as "stream"
//   account, transactionType   only submissions by this account, of this type
// Kinds, with their own fields:
//   slow {ms}               the reply is delayed
//   http-error {status}     an HTTP error with a short text (a WebSocket is dropped instead)
//   html {status}           a web page instead of JSON, as proxies send
//   rpc-error {error}       an error reply, e.g. slowDown or tooBusy
//   drop                    the connection is closed without a reply
//   lose                    a submission is reported as applied, but never enters a ledger
//   delay {ledgers}         a submission is reported as applied, and enters a ledger that many ledgers later
//   fail {code, stage}      a submission gets this code; stage "final": only when its ledger closes
//   pause-closing           the timer closes no ledger (ledger_accept still does)
//   skip-ledger             `ledger` n returns ledger n + 1; streams skip a ledger
//   repeat-ledger           `ledger` n returns ledger n - 1; streams announce a ledger twice
//   missing-ledgers {ledgers}  `ledger` does not find the first ledgers, which complete_ledgers still names
//   report {info}           server_info and server_state report these fields, e.g. {"amendment_blocked": true}
//   behind {ledgers}        replies as if that many ledgers behind (see behind.ts; also the path /behind/n)

const KINDS = [
  'slow',
  'http-error',
  'html',
  'rpc-error',
  'drop',
  'lose',
  'delay',
  'fail',
  'pause-closing',
  'skip-ledger',
  'repeat-ledger',
  'report',
  'missing-ledgers',
  'behind',
] as const
export type FaultKind = (typeof KINDS)[number]

export interface Fault {
  kind: FaultKind
  times: number | null
  after: number
  methods: string[] | null
  account: string | null
  transactionType: string | null
  ms: number
  status: number
  error: string
  ledgers: number
  info: JsonObject
  code: ResultCode
  finalOnly: boolean
  /** Number of times that the fault was applied. */
  struck: number
}

export interface FaultContext {
  method?: string | undefined
  account?: string | undefined
  transactionType?: string | undefined
}

const isKind = (value: unknown): value is FaultKind => KINDS.some((kind) => kind === value)
const readText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function wholeNumber(rule: JsonObject, name: string, standard: number): number {
  const value = rule[name] ?? standard
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw new Error(`${name} must be a whole number of at least 0`)
  }
  return value
}

function methodsOf(value: unknown): string[] | null {
  if (value === undefined) return null
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  throw new Error('method must be a name or a list of names')
}

function parseRule(rule: unknown): Fault {
  if (!isObject(rule) || !isKind(rule.kind)) throw new Error(`kind must be one of ${KINDS.join(', ')}`)
  const code = rule.code ?? 'tecINTERNAL'
  if (typeof code !== 'string' || !isResultCode(code))
    throw new Error('code must be a result code of this ledger')
  return {
    kind: rule.kind,
    times: rule.times === undefined ? null : wholeNumber(rule, 'times', 1),
    after: wholeNumber(rule, 'after', 0),
    methods: methodsOf(rule.method),
    account: readText(rule.account),
    transactionType: readText(rule.transactionType),
    ms: wholeNumber(rule, 'ms', 1000),
    status: wholeNumber(rule, 'status', 503),
    error: readText(rule.error) ?? 'slowDown',
    ledgers: wholeNumber(rule, 'ledgers', 1),
    info: isObject(rule.info) ? rule.info : {},
    code,
    finalOnly: rule.stage === 'final',
    struck: 0,
  }
}

/** The active rules. */
export class FaultBook {
  #faults: Fault[] = []

  /** Replaces the active rules. @throws Error that names the first invalid rule. */
  set(rules: unknown): void {
    const list = isObject(rules) ? rules.rules : rules
    if (!Array.isArray(list)) throw new Error('a list of rules is expected')
    this.#faults = list.map(parseRule)
  }

  get isEmpty(): boolean {
    return this.#faults.length === 0
  }

  list(): JsonObject[] {
    return this.#faults.map((fault) => ({ ...fault }))
  }

  /** Returns the first rule of these kinds that currently applies, and counts the use. */
  take(kinds: FaultKind[], context: FaultContext = {}): Fault | undefined {
    for (const fault of this.#faults) {
      if (!kinds.includes(fault.kind) || fault.times === 0 || !matchesFault(fault, context)) continue
      if (fault.after > 0) {
        fault.after -= 1
        continue
      }
      if (fault.times !== null) fault.times -= 1
      fault.struck += 1
      return fault
    }
    return undefined
  }
}

function matchesFault(fault: Fault, { method, account, transactionType }: FaultContext): boolean {
  if (fault.methods !== null && !fault.methods.includes(method ?? '')) return false
  if (fault.account !== null && fault.account !== account) return false
  return fault.transactionType === null || fault.transactionType === transactionType
}
