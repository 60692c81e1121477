import { createHash } from 'node:crypto'
import { deriveAddress, deriveKeypair } from 'ripple-keypairs'
import * as v from 'valibot'
import { lsfDisableMaster } from '#contract/rules/ledger.ts'
import type { Environment } from '#worker/env.ts'
import { firstLedger } from '#worker/domain/ledger-index/follow-ledgers.ts'
import { amendmentsIndex, hasBatch } from '#worker/ledger/server-health.ts'
import { fault, type Finding, ok, request, rule, warning } from './finding.ts'

const servers = 'ledger servers'
const account = 'marketplace account'
/** Network ids. A standalone server has id 0, too. Source: xrpl.org "Networks". */
const networkIds = { mainnet: 0, testnet: 1, devnet: 2, local: 0 } as const
const maxLedgerAgeSeconds = 60
const burstCalls = 20
const minSpendableDrops = 50_000_000n
/** What minting on demand and works that change need. Source: xrpl.org "Known Amendments". */
const requiredAmendments = ['NFTokenMintOffer', 'DynamicNFT']

const Info = v.object({
  info: v.object({
    build_version: v.string(),
    network_id: v.optional(v.number(), 0),
    server_state: v.string(),
    amendment_blocked: v.optional(v.boolean(), false),
    complete_ledgers: v.optional(v.string(), ''),
    validated_ledger: v.optional(
      v.object({
        seq: v.number(),
        age: v.number(),
        reserve_base_xrp: v.number(),
        reserve_inc_xrp: v.number(),
      }),
    ),
  }),
})
type ServerInfo = v.InferOutput<typeof Info>['info']

const AccountRoot = v.object({
  account_data: v.object({
    Balance: v.string(),
    OwnerCount: v.number(),
    Flags: v.number(),
    RegularKey: v.optional(v.string()),
    TicketCount: v.optional(v.number(), 0),
  }),
})
const Lines = v.object({ lines: v.array(v.object({ account: v.string(), currency: v.string() })) })
const LedgerEntry = v.object({ node: v.looseObject({ Amendments: v.optional(v.array(v.string()), []) }) })

/** Calls a method of a ledger server. Returns the parsed result, or the reason why there is none. */
async function call<T extends v.GenericSchema>(
  url: string,
  method: string,
  params: object,
  schema: T,
): Promise<v.InferOutput<T> | string> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ method, params: [params] }),
  })
  if (typeof response === 'string') return response
  if (response.status === 429) return 'It refuses further calls (429).'
  const body: unknown = await response.json().catch(() => null)
  const result = v.safeParse(v.object({ result: v.looseObject({}) }), body)
  if (!result.success) return `It answered ${response.status} without a result.`
  const { result: content } = result.output
  if (content['error'] !== undefined) return String(content['error'])
  const parsed = v.safeParse(schema, content)
  return parsed.success ? parsed.output : 'Its answer has an unknown form.'
}

function judgeServer(name: string, info: ServerInfo, { NETWORK, LEDGER_START }: Environment): Finding[] {
  const { network_id: id, validated_ledger: ledger, complete_ledgers: history } = info
  const age = ledger?.age ?? Number.POSITIVE_INFINITY
  const first = Number(history.split('-', 1)[0])
  return [
    rule(
      servers,
      id === networkIds[NETWORK],
      `${name} follows ${NETWORK} with version ${info.build_version}.`,
      fault(
        servers,
        `${name} follows the network with id ${id}, not ${NETWORK}.`,
        'Correct LEDGER_URLS or NETWORK.',
      ),
    ),
    rule(
      servers,
      age <= maxLedgerAgeSeconds,
      `${name} has a ledger of ${age} seconds ago.`,
      fault(
        servers,
        `${name} has no ledger of the last minute.`,
        'Name another server in LEDGER_URLS, or wait until it is in sync.',
      ),
    ),
    ...(info.amendment_blocked
      ? [fault(servers, `${name} is amendment blocked.`, 'Update the server, or name another one.')]
      : []),
    ...(LEDGER_START !== null && !(first <= Math.max(LEDGER_START, firstLedger))
      ? [
          fault(
            servers,
            `${name} has no ledger ${LEDGER_START}: its history is ${history || 'empty'}.`,
            'Name a server with full history, or begin later with LEDGER_START and npm run bootstrap.',
          ),
        ]
      : []),
  ]
}

/** The id of an amendment: the first half of the SHA-512 of its name. Source: xrpl.org "Amendments". */
const amendmentId = (name: string) =>
  createHash('sha512').update(name).digest('hex').slice(0, 64).toUpperCase()

async function checkAmendments(url: string, name: string): Promise<Finding[]> {
  const params = { index: amendmentsIndex, ledger_index: 'validated' }
  const reply = await call(url, 'ledger_entry', params, LedgerEntry)
  if (typeof reply === 'string')
    return [
      warning(servers, `${name} does not list its amendments: ${reply}`, 'Name a rippled or Clio server.'),
    ]
  const { Amendments: ids } = reply.node
  const missing = requiredAmendments.filter((amendment) => !ids.includes(amendmentId(amendment)))
  return [
    rule(
      servers,
      missing.length === 0,
      `The network of ${name} has the amendments that sales need.`,
      fault(servers, `The network lacks the amendments ${missing.join(', ')}.`, 'Choose another network.'),
    ),
    ok(
      servers,
      hasBatch(ids)
        ? `The network of ${name} has Batch: whole sales need one signature.`
        : `The network of ${name} has no Batch: some sales need two signatures, and swaps are not offered.`,
    ),
  ]
}

/** Sends calls as fast as the follower does in a busy minute. */
async function checkBurst(url: string, name: string): Promise<Finding> {
  const replies = await Promise.all(
    Array.from({ length: burstCalls }, () => call(url, 'server_info', {}, Info)),
  )
  const refused = replies.filter((reply) => typeof reply === 'string').length
  return rule(
    servers,
    refused === 0,
    `${name} answers ${burstCalls} calls at once.`,
    warning(
      servers,
      `${name} refused ${refused} of ${burstCalls} calls at once.`,
      'Ask its operator for a higher limit, or run a server of your own.',
    ),
  )
}

async function checkServer(url: string, settings: Environment): Promise<Finding[]> {
  const name = URL.canParse(url) ? new URL(url).host : url
  const reply = await call(url, 'server_info', {}, Info)
  if (typeof reply === 'string')
    return [
      fault(servers, `${name} does not answer: ${reply}`, 'Correct LEDGER_URLS, or name another server.'),
    ]
  return [
    ...judgeServer(name, reply.info, settings),
    ...(await checkAmendments(url, name)),
    await checkBurst(url, name),
  ]
}

/** Checks every server of LEDGER_URLS. */
export async function checkServers(settings: Environment): Promise<Finding[]> {
  const { LEDGER_URLS, NETWORK } = settings
  const findings = (await Promise.all(LEDGER_URLS.map((url) => checkServer(url, settings)))).flat()
  const isAlone = LEDGER_URLS.length < 2 && NETWORK !== 'local'
  return isAlone
    ? [
        ...findings,
        warning(
          servers,
          'LEDGER_URLS names one server.',
          'Name a second one of another operator: the site is read-only while no server answers.',
        ),
      ]
    : findings
}

type Root = v.InferOutput<typeof AccountRoot>['account_data']

function judgeKeys(root: Root, keyAddresses: string[], address: string): Finding[] {
  // While the regular key changes, the settings have the new and the old one.
  const keyAddress = keyAddresses.find((key) => key === root.RegularKey) ?? keyAddresses[0] ?? ''
  const isMaster = keyAddress === address
  const isDisabled = (root.Flags & lsfDisableMaster) !== 0
  if (isMaster && isDisabled)
    return [
      fault(
        account,
        'MARKETPLACE_SEED is the master key, which is disabled.',
        'Set MARKETPLACE_SEED to the seed of the regular key.',
      ),
    ]
  if (isMaster)
    return [
      warning(
        account,
        'MARKETPLACE_SEED is the master key of the account.',
        'Set a regular key, use its seed, and keep the master key offline: a leaked regular key can be replaced.',
      ),
    ]
  return [
    rule(
      account,
      root.RegularKey === keyAddress,
      'MARKETPLACE_SEED is the regular key of the account.',
      fault(
        account,
        'MARKETPLACE_SEED is not a key of the account.',
        `Send a SetRegularKey with ${keyAddress}, or correct MARKETPLACE_SEED.`,
      ),
    ),
    rule(
      account,
      isDisabled,
      'The master key is disabled.',
      warning(
        account,
        'The master key is not disabled.',
        'Disable it (AccountSet, SetFlag 4), or keep it offline.',
      ),
    ),
  ]
}

function judgeMoney(root: Root, { validated_ledger: ledger }: ServerInfo): Finding[] {
  const drops = (xrp: number) => BigInt(Math.round(xrp * 1_000_000))
  const reserve =
    drops(ledger?.reserve_base_xrp ?? 0) + drops(ledger?.reserve_inc_xrp ?? 0) * BigInt(root.OwnerCount)
  const spendable = BigInt(root.Balance) - reserve
  const text = `${Number(spendable) / 1_000_000} XRP above the reserve`
  return [
    rule(
      account,
      spendable >= minSpendableDrops,
      `The account has ${text}.`,
      fault(account, `The account has ${text}.`, 'Send XRP to it: works on demand and tickets lock reserve.'),
    ),
    rule(
      account,
      root.TicketCount > 0,
      `The account has ${root.TicketCount} tickets.`,
      warning(
        account,
        'The account has no tickets yet.',
        'The cron creates them within two minutes of the first start.',
      ),
    ),
  ]
}

/** Checks the marketplace's account: its keys, money, tickets and trust lines. */
export async function checkAccount(settings: Environment): Promise<Finding[]> {
  const { LEDGER_URLS, MARKETPLACE_SEED, MARKETPLACE_ACCOUNT, TOKEN_ISSUERS } = settings
  const url = LEDGER_URLS[0] ?? ''
  const keyAddresses = MARKETPLACE_SEED.map((seed) => deriveAddress(deriveKeypair(seed).publicKey))
  const [firstAddress = ''] = keyAddresses
  const address = MARKETPLACE_ACCOUNT === '' ? firstAddress : MARKETPLACE_ACCOUNT
  const [root, info, lines] = await Promise.all([
    call(url, 'account_info', { account: address, ledger_index: 'validated' }, AccountRoot),
    call(url, 'server_info', {}, Info),
    call(url, 'account_lines', { account: address, ledger_index: 'validated' }, Lines),
  ])
  if (root === 'actNotFound')
    return [
      fault(account, `${address} is not on the ledger.`, 'Send it XRP, or correct MARKETPLACE_ACCOUNT.'),
    ]
  if (typeof root === 'string' || typeof info === 'string')
    return [fault(account, 'The account cannot be read.', 'Correct the ledger servers first.')]
  const heldLines = typeof lines === 'string' ? [] : lines.lines
  const lineFindings = Object.entries(TOKEN_ISSUERS).map(([currency, issuer]) =>
    rule(
      account,
      heldLines.some((line) => line.account === issuer),
      `The account has a trust line for ${currency}.`,
      fault(
        account,
        `The account has no trust line for ${currency}.`,
        `Send a TrustSet for ${currency} of ${issuer}, or take it out of TOKEN_ISSUERS.`,
      ),
    ),
  )
  return [
    ...judgeKeys(root.account_data, keyAddresses, address),
    ...judgeMoney(root.account_data, info.info),
    ...lineFindings,
  ]
}
