import { Refusal } from '#contract/words/refusal.ts'
import * as v from 'valibot'
import { hexToText } from '#worker/ledger/uri.ts'
import type { Fields, ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { type ReadLedger, readLedger, readTransactionReply } from '#worker/ledger/read-ledger.ts'
import { noTransferFee, rippleTimeToDate } from '#contract/rules/ledger.ts'
import type { AccountState, LedgerPort, Reserves, StatedHeader, SubmitReply } from './port.ts'
import { createAccountReads } from './account-transactions.ts'
import { createFunderReads } from './funder-reads.ts'
import { createServerRotation } from './server-rotation.ts'
import { createTokenReads } from './token-reads.ts'
import { readLines } from './read-lines.ts'
import {
  ask,
  createRpc,
  ledgerUnavailable,
  type Rpc,
  RpcError,
  serversInRotation,
  type TransportSettings,
} from './transport.ts'

const Index = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())

const HeadReply = v.object({
  ledger_hash: v.string(),
  ledger_index: Index,
  ledger: v.object({ close_time: v.number() }),
})

const Hash = v.pipe(v.string(), v.regex(/^[0-9A-Fa-f]{64}$/), v.toUpperCase())
const Time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1))
const Byte = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

const HeaderReply = v.object({
  validated: v.literal(true),
  ledger_hash: Hash,
  ledger_index: Index,
  ledger: v.object({
    total_coins: v.pipe(v.string(), v.regex(/^[0-9]{1,18}$/)),
    parent_hash: Hash,
    transaction_hash: Hash,
    account_hash: Hash,
    parent_close_time: Time,
    close_time: Time,
    close_time_resolution: Byte,
    close_flags: Byte,
  }),
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
    MintedNFTokens: v.optional(v.number(), 0),
    BurnedNFTokens: v.optional(v.number(), 0),
    NFTokenMinter: v.optional(v.string()),
    Domain: v.optional(v.string()),
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
  /** Seconds since the Unix epoch. */
  time: v.number(),
})

const StateReply = v.object({
  state: v.object({ validated_ledger: v.object({ reserve_base: v.number(), reserve_inc: v.number() }) }),
})

/**
 * Returns null for error codes in `codes`, which mean "not found". Throws every other error; Refusal('ledger_unavailable')
 * if no server has the ledger any more, as after a long outage of the index.
 */
async function orNull<T>(codes: string[], work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RpcError && codes.includes(error.code)) return null
    if (error instanceof RpcError && error.code === 'lgrNotFound')
      throw new Refusal('ledger_unavailable', ledgerUnavailable, { cause: error })
    throw error
  }
}

async function readHead(rpc: Rpc) {
  const params = { ledger_index: 'validated', transactions: false, api_version: 2 }
  return v.parse(HeadReply, await rpc('ledger', params, ['lgrNotFound'], (result) => v.is(HeadReply, result)))
}

/** Reads the header from one server, without failover. */
async function readHeader(
  url: string,
  index: number,
  settings: TransportSettings,
): Promise<StatedHeader | null> {
  const params = { ledger_index: index, transactions: false, api_version: 2 }
  const answer = await ask(url, 'ledger', params, settings).catch(() => null)
  const reply = v.safeParse(HeaderReply, answer)
  if (!reply.success || reply.output.ledger_index !== index) return null
  const { ledger_hash: hash, ledger } = reply.output
  return {
    hash,
    header: {
      ledgerIndex: index,
      totalDrops: ledger.total_coins,
      parentHash: ledger.parent_hash,
      transactionHash: ledger.transaction_hash,
      accountHash: ledger.account_hash,
      parentCloseTime: ledger.parent_close_time,
      closeTime: ledger.close_time,
      closeTimeResolution: ledger.close_time_resolution,
      closeFlags: ledger.close_flags,
    },
  }
}

/**
 * Returns true if the build understands the whole ledger. Unknown names do not count, because every other server would
 * return them, too.
 */
const isUnderstood = ({ isOrdered, rereads }: ReadLedger) =>
  isOrdered && !rereads.isIncomplete && rereads.ids.size + rereads.accounts.size + rereads.balances.size === 0

/** Returns the ledger from the first server that returns it completely, or otherwise from the first server. */
async function findLedger(rpc: Rpc, index: number): Promise<ReadLedger | null> {
  const params = { ledger_index: index, transactions: true, expand: true, api_version: 2 }
  const ledgers: ReadLedger[] = []
  await rpc('ledger', params, ['lgrNotFound'], (result) => {
    const entry = readLedger(result, index)
    if (entry !== null) ledgers.push(entry)
    return entry !== null && isUnderstood(entry)
  })
  return ledgers.find(isUnderstood) ?? ledgers[0] ?? null
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
    liveTokens: data.MintedNFTokens - data.BurnedNFTokens,
    minter: data.NFTokenMinter ?? null,
    domain: data.Domain === undefined ? null : hexToText(data.Domain),
    transferRate: data.TransferRate ?? noTransferFee,
  }
}

/** Returns the cost of a transaction for the open ledger and the minimum cost, in drops. */
async function readCost(rpc: Rpc): Promise<{ open: bigint; base: bigint }> {
  const { drops } = v.parse(FeeReply, await rpc('fee', {}))
  return { open: BigInt(drops.open_ledger_fee), base: BigInt(drops.base_fee) }
}

/** Errors of `simulate` about the transaction itself. Any other error says nothing about the transaction. */
const simulationErrors = new Map([
  ['srcActNotFound', 'terNO_ACCOUNT'],
  ['srcActMalformed', 'temMALFORMED'],
  ['invalidParams', 'temMALFORMED'],
  ['invalidTransaction', 'temMALFORMED'],
  ['transactionSigned', 'temMALFORMED'],
])

function submitReply(result: Fields): SubmitReply {
  return {
    code: String(result.engine_result ?? 'unknown'),
    accepted: result.accepted === true || result.applied === true,
  }
}

/** Minutes for which reserves are cached. They change rarely, by a vote of the validators. */
const reservesMinutes = 10
/** The main network's reserves since December 2024. */
const publicReserves: Reserves = { baseDrops: 1_000_000n, ownerDrops: 200_000n }

/** Creates the ledger port over JSON-RPC. Methods: xrpl.org "Public API methods". */
export function createJsonRpcLedger(settings: TransportSettings): LedgerPort {
  const { rotation, problems } = createServerRotation(settings)
  const rpc = createRpc(settings, problems)
  let reserves: { value: Reserves; readAt: number } | null = null
  return {
    ...rotation,
    ...createTokenReads(rpc),
    ...createAccountReads(rpc),
    ...createFunderReads(rpc),
    async validatedHead() {
      const reply = await readHead(rpc)
      return {
        index: reply.ledger_index,
        hash: reply.ledger_hash,
        closedAt: rippleTimeToDate(reply.ledger.close_time),
      }
    },
    findLedger: (index) => orNull(['lgrNotFound'], () => findLedger(rpc, index)),
    async findHeaders(index) {
      const urls = serversInRotation(settings.urls, problems)
      const answers = await Promise.all(urls.map((url) => readHeader(url, index, settings)))
      const headers = answers.filter((answer) => answer !== null)
      return headers.length > 0 && headers.length === urls.length ? headers : null
    },
    findTransaction: (hash) =>
      orNull(
        ['txnNotFound'],
        async (): Promise<ValidatedTransaction | null> =>
          // A transaction that is not validated yet counts as unknown.
          readTransactionReply(await rpc('tx', { transaction: hash, api_version: 2 }, ['txnNotFound'])),
      ).then((entry) => entry ?? null),
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
    async findTicket(account, ticket, at) {
      const ledgerIndex = at ?? (await readHead(rpc)).ledger_index
      // Specifies the ledger, so that "not found" is reliable: a server without that ledger answers lgrNotFound
      // instead.
      const entry = await orNull(['entryNotFound'], () =>
        rpc('ledger_entry', { ticket: { account, ticket_seq: ticket }, ledger_index: ledgerIndex }, [
          'lgrNotFound',
        ]),
      )
      return { exists: entry !== null, ledgerIndex }
    },
    listTickets: (account) => readTickets(rpc, account),
    async reserves() {
      if (reserves !== null && Date.now() - reserves.readAt < reservesMinutes * 60_000) return reserves.value
      const reply = v.safeParse(StateReply, await rpc('server_state', {}, [], (one) => v.is(StateReply, one)))
      // Outdated reserves are close enough; without any, no ledger could be applied.
      if (!reply.success) return reserves?.value ?? publicReserves
      const { state } = reply.output
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
          // Ignores prices set more than an hour before the newest one.
          time_threshold: 3600,
          oracles: oracles.map(({ account, documentId }) => ({ account, oracle_document_id: documentId })),
        }),
      )
      if (reply === null) return null
      const { median, time } = v.parse(PriceReply, reply)
      return { price: median, at: new Date(time * 1000) }
    },
    async transactionCost() {
      const { open, base } = await readCost(rpc)
      // Slightly above the base cost, so that a small rise of the load does not delay the transaction.
      return open > base ? open : (base * 12n) / 10n
    },
    submit: async (blob) => submitReply(await rpc('submit', { tx_blob: blob })),
    async simulate(tx) {
      const { open } = await readCost(rpc)
      const ownFee = typeof tx.Fee === 'string' ? BigInt(tx.Fee) : 0n
      // Without a Fee, the server fills it in, and refuses if the cost is above ten times the base.
      const Fee = (ownFee > open ? ownFee : open).toString()
      try {
        const { code } = submitReply(await rpc('simulate', { tx_json: { ...tx, Fee } }))
        // The code describes a temporary state of the server, such as its load, not the transaction.
        return code.startsWith('tel') ? null : code
      } catch (error) {
        if (!(error instanceof RpcError)) throw error
        return simulationErrors.get(error.code) ?? null
      }
    },
  }
}
