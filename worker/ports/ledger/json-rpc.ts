import * as v from 'valibot'
import {
  type Fields,
  Metadata,
  TransactionJson,
  type ValidatedTransaction,
} from '#worker/ledger/ledger-json.ts'
import { noTransferFee, rippleTimeToDate } from '#worker/contract/ledger.ts'
import type { AccountState, LedgerPort, Reserves, SubmitReply } from './port.ts'
import { createTokenReads } from './token-reads.ts'
import { readLines } from './read-lines.ts'
import { createRpc, type Rpc, RpcError, type TransportSettings } from './transport.ts'

const Index = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())

const LedgerEntry = v.object({ hash: v.string(), tx_json: TransactionJson, meta: Metadata })
const LedgerReply = v.object({
  ledger_hash: v.string(),
  ledger_index: Index,
  validated: v.optional(v.boolean()),
  ledger: v.object({
    close_time: v.number(),
    transactions: v.optional(v.array(LedgerEntry), []),
  }),
})

const TxReply = v.object({
  hash: v.string(),
  tx_json: TransactionJson,
  meta: Metadata,
  ledger_index: Index,
  validated: v.literal(true),
  close_time_iso: v.string(),
})

const AccountReply = v.object({
  ledger_index: Index,
  account_data: v.object({
    Balance: v.pipe(v.string(), v.regex(/^[0-9]+$/)),
    OwnerCount: v.number(),
    TicketCount: v.optional(v.number()),
    Sequence: v.number(),
    Flags: v.number(),
    RegularKey: v.optional(v.string()),
    NFTokenMinter: v.optional(v.string()),
    TransferRate: v.optional(v.number()),
  }),
})

const TicketsReply = v.object({
  account_objects: v.array(v.object({ TicketSequence: v.number() })),
  marker: v.optional(v.unknown()),
})

const Digits = v.pipe(v.string(), v.regex(/^[0-9]+$/))
const FeeReply = v.object({ drops: v.object({ base_fee: Digits, open_ledger_fee: Digits }) })

const PriceReply = v.object({
  median: v.pipe(v.string(), v.regex(/^[0-9]{1,9}(\.[0-9]+)?$/)),
  /** Unix time. */
  time: v.number(),
})

const StateReply = v.object({
  state: v.object({ validated_ledger: v.object({ reserve_base: v.number(), reserve_inc: v.number() }) }),
})

/** An error code in `absent` means "there is none"; every other error is thrown. */
async function orNull<T>(codes: string[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RpcError && codes.includes(error.code)) return null
    throw error
  }
}

async function readLedger(rpc: Rpc, ledgerIndex: number | 'validated', transactions: boolean) {
  return v.parse(
    LedgerReply,
    await rpc('ledger', { ledger_index: ledgerIndex, transactions, expand: transactions, api_version: 2 }, [
      'lgrNotFound',
    ]),
  )
}

async function readTickets(rpc: Rpc, account: string): Promise<number[]> {
  const tickets: number[] = []
  let marker: unknown
  do {
    const page: v.InferOutput<typeof TicketsReply> = v.parse(
      TicketsReply,
      await rpc('account_objects', {
        account,
        type: 'ticket',
        limit: 400,
        ledger_index: 'validated',
        ...(marker === undefined ? {} : { marker }),
      }),
    )
    tickets.push(...page.account_objects.map((ticket) => ticket.TicketSequence))
    marker = page.marker
  } while (marker !== undefined)
  return tickets
}

async function readAccount(rpc: Rpc, account: string, at: number | 'validated'): Promise<AccountState> {
  const { account_data: data, ledger_index: ledgerIndex } = v.parse(
    AccountReply,
    await rpc('account_info', { account, ledger_index: at }, ['lgrNotFound']),
  )
  return {
    ledgerIndex,
    balance: BigInt(data.Balance),
    ownerCount: data.OwnerCount,
    ticketCount: data.TicketCount ?? 0,
    sequence: data.Sequence,
    flags: data.Flags,
    regularKey: data.RegularKey ?? null,
    minter: data.NFTokenMinter ?? null,
    transferRate: data.TransferRate ?? noTransferFee,
  }
}

async function readTransaction(rpc: Rpc, hash: string): Promise<ValidatedTransaction | null> {
  // A known but unvalidated transaction has no close time, so it does not parse and counts as unknown.
  const reply = v.safeParse(TxReply, await rpc('tx', { transaction: hash, api_version: 2 }, ['txnNotFound']))
  if (!reply.success) return null
  const { output } = reply
  return {
    hash: output.hash,
    ledgerIndex: output.ledger_index,
    closedAt: new Date(output.close_time_iso),
    tx: output.tx_json,
    meta: output.meta,
  }
}

function submitReply(result: Fields): SubmitReply {
  return {
    code: String(result.engine_result ?? 'unknown'),
    accepted: result.accepted === true || result.applied === true,
  }
}

/** Reserves change by a vote of the validators, once in years. */
const reservesMinutes = 10
/** The public network's reserves since December 2024. */
const publicReserves: Reserves = { baseDrops: 1_000_000n, ownerDrops: 200_000n }

/** The ledger port over JSON-RPC. Methods: xrpl.org "Public API methods". */
export function createJsonRpcLedger(settings: TransportSettings): LedgerPort {
  const rpc = createRpc(settings)
  let reserves: { value: Reserves; readAt: number } | null = null
  return {
    ...createTokenReads(rpc),
    async validatedHead() {
      const reply = await readLedger(rpc, 'validated', false)
      return {
        index: reply.ledger_index,
        hash: reply.ledger_hash,
        closedAt: rippleTimeToDate(reply.ledger.close_time),
      }
    },
    async findLedger(index) {
      const reply = await orNull(['lgrNotFound'], () => readLedger(rpc, index, true))
      if (reply === null || reply.validated !== true || reply.ledger_index !== index) return null
      const closedAt = rippleTimeToDate(reply.ledger.close_time)
      const transactions = reply.ledger.transactions.map((entry) => ({
        hash: entry.hash,
        ledgerIndex: index,
        closedAt,
        tx: entry.tx_json,
        meta: entry.meta,
      }))
      return {
        index,
        hash: reply.ledger_hash,
        closedAt,
        transactions: transactions.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex),
      }
    },
    findTransaction: (hash) =>
      orNull(['txnNotFound'], () => readTransaction(rpc, hash)).then((found) => found ?? null),
    listLines: async (account, peer) =>
      (await orNull(['actNotFound'], () => readLines(rpc, account, peer))) ?? [],
    findAccount: (account, ledgerIndex) =>
      orNull(['actNotFound'], () => readAccount(rpc, account, ledgerIndex ?? 'validated')),
    async findOffer(offerId) {
      const reply = await orNull(['entryNotFound'], () =>
        rpc('ledger_entry', { nft_offer: offerId, ledger_index: 'validated' }),
      )
      const node = reply?.node
      return typeof node === 'object' && node !== null ? Object.fromEntries(Object.entries(node)) : null
    },
    async findTicket(account, ticket) {
      const head = await readLedger(rpc, 'validated', false)
      // Looked up in that very ledger: the server has it, so "not found" is reliable.
      const entry = await orNull(['entryNotFound'], () =>
        rpc('ledger_entry', { ticket: { account, ticket_seq: ticket }, ledger_index: head.ledger_index }),
      )
      return { exists: entry !== null, ledgerIndex: head.ledger_index }
    },
    listTickets: (account) => readTickets(rpc, account),
    async reserves() {
      if (reserves !== null && Date.now() - reserves.readAt < reservesMinutes * 60_000) return reserves.value
      const { state } = v.parse(StateReply, await rpc('server_state', {}))
      const value = {
        baseDrops: BigInt(state.validated_ledger.reserve_base),
        ownerDrops: BigInt(state.validated_ledger.reserve_inc),
      }
      reserves = { value, readAt: Date.now() }
      return value
    },
    lastReserves: () => reserves?.value ?? publicReserves,
    async findXrpPrice(oracles, quote) {
      const reply = await orNull(['objectNotFound', 'unknownCmd'], () =>
        rpc('get_aggregate_price', {
          ledger_index: 'validated',
          base_asset: 'XRP',
          quote_asset: quote,
          // Prices set more than an hour before the newest one do not count.
          time_threshold: 3600,
          oracles: oracles.map(({ account, documentId }) => ({ account, oracle_document_id: documentId })),
        }),
      )
      if (reply === null) return null
      const { median, time } = v.parse(PriceReply, reply)
      return { price: median, at: new Date(time * 1000) }
    },
    async transactionCost() {
      const { drops } = v.parse(FeeReply, await rpc('fee', {}))
      const open = BigInt(drops.open_ledger_fee)
      const base = BigInt(drops.base_fee)
      // Slightly above the base, so that a small rise of the load does not delay the transaction.
      return open > base ? open : (base * 12n) / 10n
    },
    submit: async (blob) => submitReply(await rpc('submit', { tx_blob: blob })),
    async simulate(tx) {
      try {
        return submitReply(await rpc('simulate', { tx_json: tx })).code
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        if (['unknownCmd', 'notSupported', 'notEnabled'].includes(error.code)) return null
        return error.code === 'srcActNotFound' ? 'terNO_ACCOUNT' : 'temMALFORMED'
      }
    },
  }
}
