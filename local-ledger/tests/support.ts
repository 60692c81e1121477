import { Client, Wallet } from 'xrpl'
import { isObject, type JsonObject } from '#ledger/codec/json.ts'
import { type LedgerOptions, type RunningLedger, startLedger } from '#ledger/start.ts'

export const GENESIS_SEED = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb'
export const genesis = Wallet.fromSeed(GENESIS_SEED)

/** Runs a test on its own ledger and always stops it afterwards. */
export async function withLedger(
  options: Partial<LedgerOptions>,
  body: (ledger: RunningLedger) => Promise<void>,
): Promise<void> {
  const ledger = await startLedger({ port: 0, ...options })
  try {
    await body(ledger)
  } finally {
    await ledger.close()
  }
}

export async function withClient(url: string, body: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await body(client)
  } finally {
    await client.disconnect()
  }
}

export async function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
}

/** Returns a value as an object; empty if it is not one. */
export const asJson = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Returns the `result` of one JSON-RPC request. */
export async function rpc(
  url: string,
  method: string,
  params: object = {},
): Promise<Record<string, unknown>> {
  const response = await post(url, { method, params: [{ api_version: 2, ...params }] })
  const body: { result: Record<string, unknown> } = await response.json()
  return body.result
}

/** Funds a new wallet and closes a ledger to validate the payment. */
export async function fundedWallet(
  url: string,
  drops = '100000000',
  wallet = Wallet.generate(),
): Promise<Wallet> {
  const payment = {
    TransactionType: 'Payment',
    Account: genesis.address,
    Destination: wallet.address,
    Amount: drops,
  }
  const answer = await rpc(url, 'submit', { secret: GENESIS_SEED, tx_json: payment })
  if (answer.engine_result !== 'tesSUCCESS')
    throw new Error(`funding failed: ${String(answer.engine_result)}`)
  await rpc(url, 'ledger_accept')
  return wallet
}

/** Outcome of a validated transaction. */
export interface Sent {
  result: unknown
  delivered: unknown
  hash: unknown
}

/** Signs a transaction with an ed25519 wallet, submits it and closes the ledger. */
export async function send(url: string, wallet: Wallet, transaction: object): Promise<Sent> {
  const tx_json = { ...transaction, Account: wallet.address }
  const submitted = await rpc(url, 'submit', { seed: wallet.seed, key_type: 'ed25519', tx_json })
  await rpc(url, 'ledger_accept')
  const { meta } = await rpc(url, 'tx', { transaction: submitted.hash })
  const delivered =
    typeof meta === 'object' && meta !== null && 'delivered_amount' in meta ? meta.delivered_amount : null
  return { result: submitted.engine_result, delivered, hash: submitted.hash }
}
