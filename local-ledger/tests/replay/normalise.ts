import { deepEqual, isObject, type Json, sha256 } from './compare.ts'

/**
 * Keys whose values depend on the time of day, or on a hash of such a value. The key must be present; the value is
 * masked.
 */
const masked = new Set([
  'ledger_hash',
  'parent_hash',
  'account_hash',
  'transaction_hash',
  'close_time',
  'close_time_human',
  'close_time_iso',
  'close_time_resolution',
  'parent_close_time',
  'date',
  'ledger_time',
  'random',
  'hostid',
  'pubkey_node',
])
/** Keys that are masked in server_info and server_state responses, including whole objects. */
const maskedInInfo = new Set([
  'hostid',
  'initial_sync_duration_us',
  'io_latency_ms',
  'last_close',
  'load',
  'node_size',
  'ports',
  'pubkey_node',
  'server_state_duration_us',
  'state_accounting',
  'time',
  'uptime',
  'validator_list',
  'validator_list_expires',
  'jq_trans_overflow',
  'peer_disconnects',
  'peer_disconnects_resources',
  'git',
  'age',
  'hash',
])
const timeKeys = new Set(['Expiration', 'expiration', 'LastUpdateTime', 'time'])

export interface KnownTransaction {
  /** Id of the step that submitted the transaction. */
  id: string
  hash: string
  blob: string
  fields: Json
  /** True if it was signed during the replay, because it contains a time. */
  live: boolean
}

/** Values of a replay so far, by the step that produced them, so that later responses can refer to them. */
export class Seen {
  readonly transactions: KnownTransaction[] = []
  /** Normalised metadata by step; `metaByDigest` finds the step by the metadata's digest. */
  readonly metaById = new Map<string, unknown>()
  readonly metaByDigest = new Map<string, string>()
  /** Actual hashes, blobs and times, and their placeholders. */
  readonly strings = new Map<string, string>()
  readonly numbers = new Map<number, string>()
  readonly #bySignature = new Map<string, KnownTransaction>()

  add(transaction: KnownTransaction): void {
    this.transactions.push(transaction)
    if (!transaction.live) return
    this.strings.set(transaction.hash, `<hash ${transaction.id}>`)
    this.strings.set(transaction.blob, `<blob ${transaction.id}>`)
  }

  byId(id: string): KnownTransaction | undefined {
    return this.transactions.find((transaction) => transaction.id === id)
  }

  bySignature(signature: unknown): KnownTransaction | undefined {
    if (typeof signature !== 'string' || signature.length < 20) return undefined
    const earlier = this.#bySignature.get(signature)
    if (earlier !== undefined) return earlier
    const match = this.transactions.find(({ blob }) => blob.includes(signature))
    if (match !== undefined) this.#bySignature.set(signature, match)
    return match
  }
}

/**
 * Converts a response to the format of the recordings: masks times and hashes, and abbreviates known transactions and
 * metadata.
 */
export function normalise(answer: unknown, seen: Seen, { foldMeta = true } = {}): unknown {
  const field = (key: string, value: unknown, inInfo: boolean): unknown => {
    if (inInfo && maskedInInfo.has(key)) return '<any>'
    // `ledger_data` starts with the ledger index and the total coins, followed by hashes and times.
    if (key === 'ledger_data' && typeof value === 'string')
      return `${value.slice(0, 24)}<${value.length} hex digits>`
    if (masked.has(key) && (typeof value === 'string' || typeof value === 'number')) return `<${key}>`
    return walk(value, key, inInfo || key === 'info' || (key === 'state' && isObject(value)))
  }

  const abbreviated = (value: Json, { id, hash, fields }: KnownTransaction, inInfo: boolean): Json => {
    const short: Json = { $tx: id }
    for (const [key, each] of Object.entries(value)) {
      if (key === 'TxnSignature' || key === 'SigningPubKey') continue
      if (key === 'hash' && each === hash) short['hash'] = '$'
      else if (!(key in fields) || !deepEqual(fields[key], each)) short[key] = field(key, each, inInfo)
    }
    const without = Object.keys(fields).filter((key) => !(key in value))
    return without.length === 0 ? short : { ...short, $without: without }
  }

  const walkText = (value: string, key: string | undefined): string => {
    const placeholder = seen.strings.get(value)
    if (placeholder !== undefined) return placeholder
    const transaction = key === 'tx_blob' ? seen.transactions.find(({ blob }) => blob === value) : undefined
    return transaction === undefined ? value : `<blob ${transaction.id}>`
  }

  const walk = (value: unknown, key: string | undefined, inInfo: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, undefined, inInfo))
    if (isObject(value)) {
      if ('TransactionType' in value && typeof value['SigningPubKey'] === 'string') {
        const transaction = seen.bySignature(value['TxnSignature'])
        if (transaction?.blob.includes(value['SigningPubKey'])) return abbreviated(value, transaction, inInfo)
      }
      const entries = Object.entries(value).map(([name, each]) => [name, field(name, each, inInfo)])
      const plain: Json = Object.fromEntries(entries)
      if (foldMeta && 'AffectedNodes' in plain && 'TransactionResult' in plain) {
        const step = seen.metaByDigest.get(sha256(plain))
        if (step !== undefined) return { $meta: step }
      }
      return plain
    }
    if (typeof value === 'string') return walkText(value, key)
    if (typeof value === 'number' && key !== undefined && timeKeys.has(key))
      return seen.numbers.get(value) ?? value
    return value
  }
  return walk(answer, undefined, false)
}

/** Abbreviates metadata to its changes and a digest of the whole. */
export function briefMeta(meta: Json): Json {
  const brief: Json = { result: meta['TransactionResult'], index: meta['TransactionIndex'] }
  for (const key of ['delivered_amount', 'DeliveredAmount', 'nftoken_id', 'nftoken_ids', 'offer_id'])
    if (key in meta) brief[key] = meta[key]
  const short = (value: unknown, key: string) =>
    key === 'NFTokens' && Array.isArray(value) ? `${value.length} tokens` : value
  const nodes = Array.isArray(meta['AffectedNodes']) ? meta['AffectedNodes'].filter(isObject) : []
  brief['nodes'] = nodes.map((node) => {
    const [operation = ''] = Object.keys(node)
    const body = node[operation]
    if (!isObject(body)) return [operation[0]]
    const { NewFields, PreviousFields, FinalFields } = body
    const changes: Json = {}
    if (isObject(NewFields))
      for (const [key, value] of Object.entries(NewFields)) changes[key] = short(value, key)
    if (isObject(PreviousFields)) {
      for (const [key, value] of Object.entries(PreviousFields)) {
        const after = isObject(FinalFields) && key in FinalFields ? short(FinalFields[key], key) : null
        changes[key] = [short(value, key), after]
      }
    }
    const row: unknown[] = [operation[0], body['LedgerEntryType'], String(body['LedgerIndex']).slice(0, 16)]
    return Object.keys(changes).length === 0 ? row : [...row, changes]
  })
  return { ...brief, sha256: sha256(meta).slice(0, 32) }
}
