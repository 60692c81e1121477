import { randomBytes } from 'node:crypto'
import { BASE_LEVEL } from '#ledger/chain/fee-metrics.ts'
import type { LedgerChain } from '#ledger/chain/ledger-chain.ts'
import type { JsonObject } from '#ledger/codec/json.ts'
import { buildVersion } from '#ledger/entries/amendments.ts'
import { fees } from '#ledger/entries/account-roots.ts'
import type { Handler, RpcContext } from './rpc-context.ts'
import { createRequire } from 'node:module'
import { sha512Half } from '#ledger/codec/hash.ts'
import { isHash } from './ledger-selection.ts'
import { invalidField } from './rpc-error.ts'

// Answers methods about the server. Source: xrpl.org "server_info", "server_state", "fee", "ping", "random", "version".

const NODE_KEY = 'n9KorY8QtTdRx7TVDpwnG9NvyxsDwHUKUEeDLY3AkiGncVaSXZi5'
const DROPS_PER_XRP = 1_000_000
/** Duration of the last consensus round, as reported by a server without peers. */
const CONVERGE_MS = 100

/** Returns the range of readable ledgers as "first-last", without the very first ledger. */
export function completeLedgers(chain: LedgerChain): string {
  const first = Math.max(chain.history.first, 2)
  const last = chain.closedHeader.seq
  return first === last ? String(first) : `${first}-${last}`
}

function describeServer({ chain, startedAt, port }: RpcContext): JsonObject {
  const uptime = Math.floor((Date.now() - startedAt) / 1000)
  const since = String(Math.max(1, uptime) * 1_000_000)
  const states = ['connected', 'disconnected', 'full', 'syncing', 'tracking']
  return {
    build_version: buildVersion(chain.closedView()),
    complete_ledgers: completeLedgers(chain),
    initial_sync_duration_us: '1',
    io_latency_ms: 1,
    jq_trans_overflow: '0',
    load: { job_types: [], threads: 1 },
    network_id: chain.networkId,
    node_size: 'tiny',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: [{ port: String(port), protocol: ['http', 'ws'] }],
    pubkey_node: NODE_KEY,
    pubkey_validator: 'none',
    server_state: 'full',
    server_state_duration_us: since,
    state_accounting: Object.fromEntries(
      states.map((name) => [
        name,
        { duration_us: name === 'full' ? since : '0', transitions: name === 'full' ? '1' : '0' },
      ]),
    ),
    time: new Date().toISOString(),
    uptime,
    validation_quorum: 0,
  }
}

export const serverInfo: Handler = (context) => {
  const { chain, clio } = context
  const age = Math.max(0, chain.rippleTime() - chain.closedHeader.closeTime)
  return {
    info: {
      ...describeServer(context),
      hostid: 'local',
      last_close: { converge_time_s: CONVERGE_MS / 1000, proposers: 0 },
      load_factor: Number(chain.openLedger.requiredLevel) / Number(BASE_LEVEL),
      validated_ledger: {
        age,
        base_fee_xrp: Number(fees.baseDrops) / DROPS_PER_XRP,
        hash: chain.closedHeader.hash,
        reserve_base_xrp: Number(fees.reserveBaseDrops) / DROPS_PER_XRP,
        reserve_inc_xrp: Number(fees.reserveIncrementDrops) / DROPS_PER_XRP,
        seq: chain.closedHeader.seq,
      },
      validator_list: { count: 0, expiration: 'unknown', status: 'unknown' },
      ...(clio ? { clio_version: '2.6.0', rippled_version: buildVersion(chain.closedView()) } : {}),
    },
  }
}

export const serverState: Handler = (context) => {
  const { chain } = context
  const base = Number(BASE_LEVEL)
  return {
    state: {
      ...describeServer(context),
      last_close: { converge_time: CONVERGE_MS, proposers: 0 },
      load_base: base,
      load_factor: Number(chain.openLedger.requiredLevel),
      load_factor_fee_escalation: Number(chain.openLedger.requiredLevel),
      load_factor_fee_queue: base,
      load_factor_fee_reference: base,
      load_factor_server: base,
      validated_ledger: {
        base_fee: Number(fees.baseDrops),
        close_time: chain.closedHeader.closeTime,
        hash: chain.closedHeader.hash,
        reserve_base: Number(fees.reserveBaseDrops),
        reserve_inc: Number(fees.reserveIncrementDrops),
        seq: chain.closedHeader.seq,
      },
      validator_list_expires: 0,
    },
  }
}

export const fee: Handler = ({ chain }) => {
  const { queue, metrics, requiredLevel, size } = chain.openLedger
  const base = fees.baseDrops
  const dropsOf = (level: bigint) => (level * base) / BASE_LEVEL
  const minLevel = queue.isFull ? (queue.leastLevel ?? BASE_LEVEL) + 1n : BASE_LEVEL
  const open = dropsOf(requiredLevel)
  // Rounded up, because a lower fee would not be enough to enter.
  const openLedgerFee = (open * BASE_LEVEL) / base < requiredLevel ? open + 1n : open
  return {
    current_ledger_size: String(size),
    current_queue_size: String(queue.size),
    drops: {
      base_fee: String(base),
      median_fee: String(dropsOf(metrics.multiplier)),
      minimum_fee: String(dropsOf(minLevel)),
      open_ledger_fee: String(openLedgerFee),
    },
    expected_ledger_size: String(metrics.expected),
    ledger_current_index: chain.openSeq,
    levels: {
      median_level: String(metrics.multiplier),
      minimum_level: String(minLevel),
      open_ledger_level: String(requiredLevel),
      reference_level: String(BASE_LEVEL),
    },
    ...(queue.maxSize === undefined ? {} : { max_queue_size: String(queue.maxSize) }),
  }
}

export const ping: Handler = ({ subscriber }) =>
  subscriber === undefined ? { role: 'admin' } : { role: 'admin', unlimited: true }

export const random: Handler = () => ({ random: randomBytes(32).toString('hex').toUpperCase() })

export const version: Handler = ({ apiVersion }) => ({
  version: apiVersion > 1 ? { first: 1, last: 2 } : { first: '1.0.0', good: '1.0.0', last: '1.0.0' },
})

// Fields, types and result codes of the serialization, from the installed codec. A client can generate a compatible
// codec from them. Source: xrpl.org "server_definitions".

const definitions: JsonObject = createRequire(import.meta.url)(
  'ripple-binary-codec/dist/enums/definitions.json',
)
/** Digest of the definitions, with which clients avoid downloading them again. */
const hash = sha512Half(Buffer.from(JSON.stringify(definitions), 'utf8').toString('hex'))

export const serverDefinitions: Handler = ({ params }) => {
  const clientHash = params.hash
  if (clientHash !== undefined && !isHash(clientHash)) throw invalidField('hash')
  return clientHash?.toUpperCase() === hash ? { hash } : { ...definitions, hash }
}
