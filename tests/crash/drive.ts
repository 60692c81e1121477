import { randomUUID } from 'node:crypto'
import { asJson, type Json, callRpc } from '#local/lib/rpc.ts'
import type { DemoAccount } from '#local/signer/types.ts'
import { type OperationName, operations } from '#contract/operations.ts'
import type { WalletName } from '#contract/rules/wallets.ts'
import { signedBlob } from '#tests/support/page-wallet.ts'
import { sendByTicket, takeSequenceAsTicket } from '#tests/support/ticket-trick.ts'
import { png } from '#tests/support/media-files.ts'
import type { CrashMarket } from './market.ts'

/** Rounds after which a flow counts as stuck. */
const maxRounds = 60

/** Acts as a client: sends an Idempotency-Key, and repeats the call with the same key when there is no response. */
async function retry(
  market: CrashMarket,
  operation: OperationName,
  account: DemoAccount,
  body: Record<string, unknown>,
  expected: number,
  wallet?: WalletName,
): Promise<Json> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${await market.sessionTokenOf(account, wallet)}`,
    prefer: 'respond-async',
    'idempotency-key': randomUUID(),
  }
  for (let tries = 0; tries < maxRounds; tries += 1) {
    const reply = await market.ask(operations[operation].path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (reply?.status === expected) {
      const answer = asJson(await reply.json())
      if (answer['status'] === 'failed')
        throw new Error(`${operation} was refused: ${JSON.stringify(answer)}`)
      return asJson(answer['data'])
    }
    if (reply !== null && reply.status < 500)
      throw new Error(`${operation} was refused: ${await reply.text()}`)
    await market.letTimePass()
  }
  throw new Error(`${operation} was never answered.`)
}

/** Makes a call that needs a signature. Returns the uuid of the request. */
export async function askAndRetry(
  market: CrashMarket,
  operation: OperationName,
  account: DemoAccount,
  body: Record<string, unknown>,
  wallet?: WalletName,
): Promise<string> {
  return String((await retry(market, operation, account, body, 202, wallet))['uuid'])
}

/** Makes a call that completes immediately. Returns its data. */
export const callAndRetry = (
  market: CrashMarket,
  operation: OperationName,
  account: DemoAccount,
  body: Record<string, unknown>,
): Promise<Json> => retry(market, operation, account, body, 200)

/** Approves a request on the phone. The wallet itself never crashes. */
async function approve(market: CrashMarket, uuid: string, account: DemoAccount): Promise<void> {
  const response = await fetch(`${market.signer.url}/dev/sign`, {
    method: 'POST',
    body: JSON.stringify({ uuid, account: account.address }),
  })
  if (!response.ok) throw new Error(`The wallet did not sign: ${await response.text()}`)
}

/**
 * Returns the Batch of a request that the other accounts have signed and this account submits; null if there is none.
 */
async function handedOutBatch(market: CrashMarket, uuid: string, account: DemoAccount): Promise<Json | null> {
  const txjson = asJson((await market.requestOf(uuid))?.['txjson'])
  return txjson['BatchSigners'] !== undefined && txjson['Account'] === account.address ? txjson : null
}

/**
 * Approves on the phone. In a flow by ticket, an account that may send a Batch first turns its Sequence into a ticket.
 * The marketplace detects that change, and then the account sends the Batch with the ticket.
 */
export async function sign(market: CrashMarket, uuid: string, account: DemoAccount): Promise<void> {
  const batch = market.byTicket() ? await handedOutBatch(market, uuid, account) : null
  if (batch === null) return approve(market, uuid, account)
  const { run } = market.session
  await takeSequenceAsTicket(run, market.ledgerUrl, account)
  for (let round = 0; round < 2; round += 1) await turn(market, [])
  await approve(market, uuid, account)
  await turn(market, [[uuid, account]])
  await sendByTicket(run, account, batch)
}

/** Makes a call of the account's page about a request, and repeats it if there is no response. */
async function ofPage(
  market: CrashMarket,
  step: 'open' | 'blob',
  uuid: string,
  account: DemoAccount,
  body: object,
): Promise<Json> {
  for (let tries = 0; tries < maxRounds; tries += 1) {
    const reply = await market.ask(`/api/sign-requests/${uuid}/${step}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await market.sessionTokenOf(account)}`,
      },
      body: JSON.stringify(body),
    })
    if (reply?.status === 200) return asJson(await reply.json())
    if (reply !== null && reply.status < 500) throw new Error(`${step} was refused: ${await reply.text()}`)
    await market.letTimePass()
  }
  throw new Error(`${step} was never answered.`)
}

/** Approves in the browser's wallet, which submits nothing. The page sends the signature to the server. */
export async function signOnPage(market: CrashMarket, uuid: string, account: DemoAccount): Promise<void> {
  const { txjson } = await ofPage(market, 'open', uuid, account, {})
  await ofPage(market, 'blob', uuid, account, { blob: signedBlob(asJson(txjson), account) })
}

/** Rejects on the phone. */
export async function reject(market: CrashMarket, uuid: string): Promise<void> {
  const response = await fetch(`${market.signer.url}/dev/reject`, {
    method: 'POST',
    body: JSON.stringify({ uuid }),
  })
  if (!response.ok) throw new Error(`The wallet did not reject: ${await response.text()}`)
}

type Polls = [string, DemoAccount][]

/** Closes a ledger, polls like a browser and fires the cron. */
async function turn(market: CrashMarket, polls: Polls): Promise<void> {
  await market.accept()
  await market.letTimePass()
  for (const [uuid, account] of polls) {
    await market.ask(`/api/xumm/check/${uuid}`, {
      headers: { authorization: `Bearer ${await market.sessionTokenOf(account)}` },
    })
  }
  await market.ask('/cdn-cgi/local/scheduled')
}

/** Closes ledgers, fires the cron and polls like a browser until the condition holds. */
export async function runUntil(
  market: CrashMarket,
  what: string,
  polls: Polls,
  holds: () => Promise<boolean>,
): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    await turn(market, polls)
    if (await holds()) return
  }
  throw new Error(`Not reached in ${maxRounds} rounds: ${what}`)
}

/** Returns the final status of a request. */
export async function statusOf(market: CrashMarket, uuid: string, account: DemoAccount): Promise<string> {
  for (let tries = 0; tries < maxRounds; tries += 1) {
    const reply = await market.ask(`/api/xumm/check/${uuid}`, {
      headers: { authorization: `Bearer ${await market.sessionTokenOf(account)}` },
    })
    if (reply?.status === 200) return String(asJson(await reply.json())['status'])
  }
  throw new Error('The request was never answered.')
}

/** Returns the drops of all accounts plus their transaction costs since a ledger, so that only prices change them. */
export async function moneyOf(market: CrashMarket, sinceLedger: number): Promise<Record<string, bigint>> {
  const entries = await Promise.all(
    Object.entries(market.people).map(async ([name, { address }]) => {
      const reply = await callRpc(market.ledgerUrl, 'account_tx', {
        account: address,
        ledger_index_min: sinceLedger,
        ledger_index_max: -1,
        limit: 400,
        api_version: 2,
      })
      const transactions = Array.isArray(reply['transactions']) ? reply['transactions'].map(asJson) : []
      const costs = transactions
        .filter((transaction) => Number(transaction['ledger_index']) > sinceLedger)
        .map((transaction) => asJson(transaction['tx_json']))
        .filter((tx) => tx['Account'] === address)
        .reduce((sum, tx) => sum + BigInt(String(tx['Fee'])), 0n)
      return [name, (await market.balanceOf(address)) + costs] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Uploads a picture through the form. Returns its CID. */
export async function uploadPicture(market: CrashMarket, who: DemoAccount): Promise<string> {
  const body = new FormData()
  body.append('mediaFile', new Blob([png(12, 8)]), 'work.png')
  const reply = await market.ask('/api/ipfs/pinMedia', {
    method: 'POST',
    headers: { authorization: `Bearer ${await market.sessionTokenOf(who)}` },
    body,
  })
  const text = (await reply?.text()) ?? ''
  const { cid } = asJson(asJson(JSON.parse(text))['data'])
  if (typeof cid !== 'string') throw new Error(`The picture was not stored: ${text}`)
  return cid
}
