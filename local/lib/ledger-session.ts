import { setTimeout as wait } from 'node:timers/promises'
import { signTransaction } from 'local-ledger/codec/sign-transaction.ts'
import { asJson, type Json, numberOf, callRpc, RpcError, readText } from './rpc.ts'
import type { SignedTransaction, TransactionLog } from './transaction-log.ts'

export interface KeyHolder {
  address: string
  seed: string
}

export interface Settled {
  hash: string
  ledgerIndex: number
  result: string
  meta: Json
  transaction: Json
}

export interface LedgerSession {
  /**
   * Signs and submits a transaction; `settle` returns its result. Counts sequences locally, so that one ledger can include
   * many transactions.
   */
  send: (holder: KeyHolder, transaction: Json) => Promise<string>
  /**
   * Closes ledgers (or waits for them) until these transactions (by default all submitted ones) are validated. Returns the
   * results by hash.
   */
  settle: (hashes?: string[]) => Promise<Map<string, Settled>>
  /** Submits one transaction and waits for its result. @throws Error if the result is not tesSUCCESS */
  run: (holder: KeyHolder, transaction: Json) => Promise<Settled>
  /** Returns the ids of an account's tokens in the validated ledger. */
  tokensOf: (account: string) => Promise<string[]>
  /** Returns an account's drops in the validated ledger. */
  balanceOf: (account: string) => Promise<bigint>
  acceptsOnDemand: boolean
}

/**
 * True if this server closes a ledger on request, like the local ledger and a standalone xrpld. Public servers refuse.
 */
export async function acceptsOnDemand(url: string): Promise<boolean> {
  try {
    await callRpc(url, 'ledger_accept')
    return true
  } catch (error) {
    if (error instanceof RpcError) return false
    throw error
  }
}

const pollMs = 250
const maxWaitMs = 90_000

/**
 * Opens a session for the seeder and for tests. While transactions are pending, no other signer may use the same
 * accounts. With a `log`, `send` first resubmits the transactions of an earlier session in the same order, and then
 * signs new ones.
 */
export async function openLedgerSession(url: string, log?: TransactionLog): Promise<LedgerSession> {
  const onDemand = await acceptsOnDemand(url)
  const sequences = new Map<string, number>()
  const openRequests = new Set<string>()
  const outcomes = new Map<string, Settled>()
  const server = asJson((await callRpc(url, 'server_info'))['info'])
  const networkId = server['network_id']
  const network = typeof networkId === 'number' && networkId > 1024 ? { NetworkID: networkId } : {}

  async function nextSequence(account: string): Promise<number> {
    const sequence = sequences.get(account)
    if (sequence !== undefined) return sequence
    const info = await callRpc(url, 'account_info', { account, ledger_index: 'current' })
    return numberOf(asJson(info['account_data'])['Sequence'], 'Sequence')
  }

  async function openFee(): Promise<string> {
    const fee = asJson((await callRpc(url, 'fee'))['drops'])['open_ledger_fee']
    return typeof fee === 'string' && BigInt(fee) > 12n ? fee : '12'
  }

  // Sends one transaction at a time, because the next sequence is known only after the previous transaction was
  // accepted.
  let lastSend: Promise<unknown> = Promise.resolve()
  function send(holder: KeyHolder, transaction: Json): Promise<string> {
    const result = lastSend.then(() => sendNow(holder, transaction))
    lastSend = result.catch(() => undefined)
    return result
  }

  /**
   * Resubmits a transaction that was signed earlier. The ledger refuses it if it already contains it; `settle` then shows
   * the result.
   */
  async function sendAgain(
    { account, sequence, hex, txid }: SignedTransaction,
    holder: KeyHolder,
  ): Promise<string> {
    if (account !== holder.address) throw new Error('The transactions of the last start do not fit this one.')
    await callRpc(url, 'submit', { tx_blob: hex })
    if (sequence > 0) sequences.set(account, sequence + 1)
    openRequests.add(txid)
    return txid
  }

  async function sendNow(holder: KeyHolder, transaction: Json): Promise<string> {
    const loggedTransaction = log?.next() ?? null
    if (loggedTransaction !== null) return sendAgain(loggedTransaction, holder)
    const ticket = transaction['TicketSequence'] !== undefined
    const sequence = ticket ? 0 : await nextSequence(holder.address)
    const current = numberOf(
      (await callRpc(url, 'ledger_current'))['ledger_current_index'],
      'ledger_current_index',
    )
    const { hex, txid } = signTransaction(
      {
        Fee: await openFee(),
        LastLedgerSequence: current + 100,
        ...network,
        ...transaction,
        Account: holder.address,
        Sequence: sequence,
      },
      holder.seed,
    )
    log?.append({ account: holder.address, sequence, hex, txid })
    const result = readText((await callRpc(url, 'submit', { tx_blob: hex }))['engine_result'])
    if (!/^(tes|ter|tec)/.test(result)) {
      throw new Error(`The ledger refused ${String(transaction['TransactionType'])}: ${result}`)
    }
    if (!ticket) sequences.set(holder.address, sequence + 1)
    openRequests.add(txid)
    return txid
  }

  async function find(hash: string): Promise<Settled | null> {
    try {
      const reply = await callRpc(url, 'tx', { transaction: hash })
      if (reply['validated'] !== true) return null
      const meta = asJson(reply['meta'])
      return {
        hash,
        ledgerIndex: numberOf(reply['ledger_index'], 'ledger_index'),
        result: readText(meta['TransactionResult']),
        meta,
        transaction: asJson(reply['tx_json'] ?? reply),
      }
    } catch (error) {
      if (error instanceof RpcError && error.code === 'txnNotFound') return null
      throw error
    }
  }

  async function settle(hashes: string[] = [...openRequests]): Promise<Map<string, Settled>> {
    const deadline = Date.now() + maxWaitMs
    for (;;) {
      if (onDemand) await callRpc(url, 'ledger_accept')
      let count = 0
      for (const hash of hashes) {
        if (outcomes.has(hash)) continue
        const outcome = await find(hash)
        if (outcome === null) continue
        outcomes.set(hash, outcome)
        openRequests.delete(hash)
        count += 1
      }
      const outcomesInOrder = hashes.flatMap((hash) => outcomes.get(hash) ?? [])
      if (outcomesInOrder.length === hashes.length)
        return new Map(outcomesInOrder.map((outcome) => [outcome.hash, outcome]))
      if (Date.now() > deadline) {
        throw new Error(`The ledger did not validate ${hashes.length - outcomesInOrder.length} transactions.`)
      }
      if (!onDemand || count === 0) await wait(pollMs)
    }
  }

  async function tokensOf(account: string): Promise<string[]> {
    const ids: string[] = []
    let marker: unknown
    do {
      const page = await callRpc(url, 'account_nfts', {
        account,
        ledger_index: 'validated',
        limit: 400,
        ...(marker === undefined ? {} : { marker }),
      })
      const tokens = Array.isArray(page['account_nfts']) ? page['account_nfts'] : []
      for (const token of tokens) ids.push(String(asJson(token)['NFTokenID']))
      marker = page['marker']
    } while (marker !== undefined)
    return ids
  }

  async function balanceOf(account: string): Promise<bigint> {
    const info = await callRpc(url, 'account_info', { account, ledger_index: 'validated' })
    return BigInt(readText(asJson(info['account_data'])['Balance']))
  }

  return {
    send,
    settle,
    tokensOf,
    balanceOf,
    acceptsOnDemand: onDemand,
    run: async (holder, transaction) => {
      // With nothing pending, other signers may have used the same accounts in the meantime.
      if (openRequests.size === 0) sequences.clear()
      const hash = await send(holder, transaction)
      const outcome = (await settle([hash])).get(hash)
      if (outcome === undefined) throw new Error('The ledger lost a transaction.')
      if (outcome.result !== 'tesSUCCESS') {
        throw new Error(`${String(transaction['TransactionType'])} ended with ${outcome.result}`)
      }
      return outcome
    },
  }
}
