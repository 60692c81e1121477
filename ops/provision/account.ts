import { dropsToXrp } from '#contract/rules/amounts.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { deriveAddress, deriveKeypair } from 'ripple-keypairs'
import { asfDisableMaster, lsfDisableMaster } from '#contract/rules/ledger.ts'
import { currencyCode } from '#contract/schemas/tokens.ts'
import { type LedgerSession, openLedgerSession } from '#local/lib/ledger-session.ts'
import { asJson, callRpc, type Json, RpcError } from '#local/lib/rpc.ts'
import type { Environment } from '#worker/env.ts'

type Settings = Pick<Environment, 'LEDGER_URLS' | 'NETWORK' | 'MARKETPLACE_SEED' | 'TOKEN_ISSUERS'>

/** Faucets of the test networks. Source: xrpl.org "XRP Faucets". */
const faucets: Record<string, string> = {
  testnet: 'https://faucet.altnet.rippletest.net/accounts',
  devnet: 'https://faucet.devnet.rippletest.net/accounts',
}
/** What the account needs for a full pool of tickets and 100 reserved works; see the README. */
const wantedXrp = 65
const drops = 1_000_000n
const fundingMs = 60_000
/** The limit of a trust line: more than the supply of any listed token. */
const lineLimit = '1000000000000'

export class ProvisionRefused extends Error {
  override name = 'ProvisionRefused'
}

async function readAccount(url: string, account: string): Promise<Json | null> {
  try {
    return asJson(
      (await callRpc(url, 'account_info', { account, ledger_index: 'validated' }))['account_data'],
    )
  } catch (error) {
    if (error instanceof RpcError && error.code === 'actNotFound') return null
    throw error
  }
}

const balanceOf = (root: Json | null) => BigInt(String(root?.['Balance'] ?? 0))

/** Asks the faucet of a test network for XRP, and waits until they are validated. */
async function fund(url: string, address: string, before: bigint, faucet: string): Promise<void> {
  const reply = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ destination: address, xrpAmount: '100' }),
    signal: AbortSignal.timeout(fundingMs),
  })
  if (!reply.ok) throw new ProvisionRefused(`The faucet answered ${reply.status}. Try again later.`)
  const deadline = Date.now() + fundingMs
  while (balanceOf(await readAccount(url, address)) <= before) {
    if (Date.now() > deadline)
      throw new ProvisionRefused('The XRP of the faucet have not arrived. Try again.')
    await wait(500)
  }
}

async function ensureFunds(url: string, address: string, faucet: string | undefined): Promise<string> {
  const balance = balanceOf(await readAccount(url, address))
  const text = (amount: bigint) => `${dropsToXrp(amount)} XRP`
  if (balance >= BigInt(wantedXrp) * drops) return `${address} has ${text(balance)}.`
  if (faucet !== undefined) {
    await fund(url, address, balance, faucet)
    return `${address} got XRP from the faucet and has ${text(balanceOf(await readAccount(url, address)))}.`
  }
  if (balance === 0n)
    throw new ProvisionRefused(`Send ${wantedXrp} XRP to ${address}, then run this command again.`)
  return `${address} has ${text(balance)}. Send it more: ${wantedXrp} XRP are recommended.`
}

async function ensureLines(
  session: LedgerSession,
  url: string,
  key: { address: string; seed: string },
  issuers: Record<string, string>,
): Promise<string[]> {
  const reply = await callRpc(url, 'account_lines', { account: key.address, ledger_index: 'validated' })
  const lines = Array.isArray(reply['lines']) ? reply['lines'].map(asJson) : []
  const done: string[] = []
  for (const [symbol, issuer] of Object.entries(issuers)) {
    const currency = currencyCode(symbol)
    if (currency === null) throw new ProvisionRefused(`TOKEN_ISSUERS: ${symbol} is no currency.`)
    const exists = lines.some((line) => line['account'] === issuer && line['currency'] === currency)
    if (!exists)
      await session.run(key, {
        TransactionType: 'TrustSet',
        LimitAmount: { currency, issuer, value: lineLimit },
      })
    done.push(`The account ${exists ? 'already has' : 'now has'} a trust line for ${symbol}.`)
  }
  return done
}

/**
 * Makes an account with the master key `masterSeed` the marketplace's account: it gets XRP on a test network, the key of
 * the settings as its regular key, and trust lines for listed tokens, and its master key is disabled. Each step is done
 * once, whatever was done before. Reports each step as a sentence, and returns the address.
 */
export async function provisionAccount(
  settings: Settings,
  masterSeed: string,
  report: (sentence: string) => void,
  faucet = faucets[settings.NETWORK],
): Promise<string> {
  const { LEDGER_URLS, MARKETPLACE_SEED, TOKEN_ISSUERS } = settings
  const [url = ''] = LEDGER_URLS
  const [keySeed = ''] = MARKETPLACE_SEED
  const address = deriveAddress(deriveKeypair(masterSeed).publicKey)
  const keyAddress = deriveAddress(deriveKeypair(keySeed).publicKey)
  if (address === keyAddress)
    throw new ProvisionRefused('MARKETPLACE_SEED is the master key. It must be another key.')
  report(await ensureFunds(url, address, faucet))

  const session = await openLedgerSession(url)
  const root = await readAccount(url, address)
  const isDisabled = (Number(root?.['Flags']) & lsfDisableMaster) !== 0
  const hasKey = root?.['RegularKey'] === keyAddress
  if (!hasKey && isDisabled)
    throw new ProvisionRefused(
      `The master key of ${address} is disabled, and MARKETPLACE_SEED is not its regular key.`,
    )
  const master = { address, seed: masterSeed }
  if (!hasKey) await session.run(master, { TransactionType: 'SetRegularKey', RegularKey: keyAddress })
  report(`The regular key ${hasKey ? 'already is' : 'is now'} ${keyAddress}, of MARKETPLACE_SEED.`)
  // Signed with the regular key, which proves that it works before the master key is disabled.
  for (const sentence of await ensureLines(session, url, { address, seed: keySeed }, TOKEN_ISSUERS))
    report(sentence)
  if (!isDisabled) await session.run(master, { TransactionType: 'AccountSet', SetFlag: asfDisableMaster })
  report(`The master key ${isDisabled ? 'already is' : 'is now'} disabled.`)
  return address
}
