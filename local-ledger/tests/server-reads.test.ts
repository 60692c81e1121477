import { expect, test } from 'vitest'
import * as v from 'valibot'
import { hashes } from 'xrpl'
import { amendmentsOf } from '#ledger/entries/amendments.ts'
import type { RunningLedger } from '#ledger/start.ts'
import { fundedWallet, post, rpc, send, withLedger } from './support.ts'

// Tests reads that the recordings mask or do not contain.

/** Returns the `result` of a request without api_version, which means version 1. */
async function firstVersion(url: string, method: string, params: object): Promise<unknown> {
  const reply: { result: unknown } = await (await post(url, { method, params: [params] })).json()
  return reply.result
}

test('server_info and server_state report the last close, the validator list and the ports like the server', async () => {
  await withLedger({}, async ({ url, port }: RunningLedger) => {
    const ports = [{ port: String(port), protocol: ['http', 'ws'] }]
    expect((await rpc(url, 'server_info')).info).toMatchObject({
      last_close: { converge_time_s: 0.1, proposers: 0 },
      ports,
      validator_list: { count: 0, expiration: 'unknown', status: 'unknown' },
    })
    expect((await rpc(url, 'server_state')).state).toMatchObject({
      last_close: { converge_time: 100, proposers: 0 },
      ports,
      validator_list_expires: 0,
    })
  })
})

test('version depends on the API version', async () => {
  await withLedger({}, async ({ url }) => {
    const old = { status: 'success', version: { first: '1.0.0', good: '1.0.0', last: '1.0.0' } }
    expect(await firstVersion(url, 'version', {})).toEqual(old)
    expect(await firstVersion(url, 'version', { api_version: 1 })).toEqual(old)
    expect(await rpc(url, 'version')).toEqual({ status: 'success', version: { first: 1, last: 2 } })
  })
})

test('gateway_balances lists frozen lines and hot wallets apart from the obligations', async () => {
  await withLedger({}, async ({ url }) => {
    const issuer = await fundedWallet(url)
    const [free, frozen, hot] = [await fundedWallet(url), await fundedWallet(url), await fundedWallet(url)]
    const usd = (value: string, of = issuer.address) => ({ currency: 'USD', issuer: of, value })
    for (const holder of [free, frozen, hot]) {
      await send(url, holder, { TransactionType: 'TrustSet', LimitAmount: usd('1000') })
      const payment = { TransactionType: 'Payment', Destination: holder.address, Amount: usd('10') }
      expect((await send(url, issuer, payment)).result).toBe('tesSUCCESS')
    }
    const freeze = { TransactionType: 'TrustSet', Flags: 0x00100000, LimitAmount: usd('0', frozen.address) }
    expect((await send(url, issuer, freeze)).result).toBe('tesSUCCESS')

    const of = { account: issuer.address, ledger_index: 'validated' }
    const ten = [{ currency: 'USD', value: '10' }]
    const all = await rpc(url, 'gateway_balances', of)
    expect(all).toMatchObject({ obligations: { USD: '20' }, frozen_balances: { [frozen.address]: ten } })
    expect(all).not.toHaveProperty('balances')
    expect(
      await rpc(url, 'gateway_balances', { ...of, hotwallet: [hot.address, frozen.address] }),
    ).toMatchObject({
      obligations: { USD: '10' },
      balances: { [hot.address]: ten, [frozen.address]: ten },
    })
    expect(await rpc(url, 'gateway_balances', { ...of, account: hot.address })).toMatchObject({
      assets: { [issuer.address]: ten },
    })
    expect((await rpc(url, 'gateway_balances', { ...of, hotwallet: 'nobody' })).error).toBe('invalidParams')
    expect(await firstVersion(url, 'gateway_balances', { ...of, hotwallet: 7 })).toMatchObject({
      error: 'invalidHotWallet',
    })
    expect((await rpc(url, 'gateway_balances')).error_message).toBe("Missing field 'account'.")
  })
})

const batch = '9F287AED3CDB50A7BD1ACEC24296A30C9B5230CCD136219317AC790E3B884377'

test('feature tells which amendments are in force', async () => {
  await withLedger({}, async ({ url }) => {
    const entry = { name: 'BatchV1_1', supported: true, enabled: true }
    expect(await rpc(url, 'feature', { feature: 'BatchV1_1' })).toEqual({ [batch]: entry, status: 'success' })
    expect(await rpc(url, 'feature', { feature: batch.toLowerCase() })).toHaveProperty(batch, entry)
    const { features } = await rpc(url, 'feature')
    const all = v.parse(v.record(v.string(), v.object({ name: v.string(), enabled: v.boolean() })), features)
    const { node } = await rpc(url, 'ledger_entry', { amendments: true, ledger_index: 'validated' })
    const { Amendments: listed } = v.parse(v.object({ Amendments: v.array(v.string()) }), node)
    const inForce = Object.keys(all).filter((id) => all[id]?.enabled)
    expect(inForce.sort()).toEqual([...listed].sort())
    const [checks] = Object.values(all).filter(({ name }) => name === 'Checks')
    expect(checks).toMatchObject({ enabled: false })
    for (const unknown of ['Batch', 'AB'.repeat(32), '']) {
      expect(await rpc(url, 'feature', { feature: unknown })).toMatchObject({
        error: 'badFeature',
        error_code: 40,
      })
    }
    expect((await rpc(url, 'feature', { feature: 7 })).error).toBe('invalidParams')
  })
  await withLedger({ amendments: amendmentsOf('3.2.0') }, async ({ url }) => {
    const reply = await rpc(url, 'feature', { feature: 'BatchV1_1' })
    expect(reply).toHaveProperty(batch, { name: 'BatchV1_1', supported: true, enabled: false, vetoed: true })
  })
})

test('server_definitions are sent only to a client that does not have them', async () => {
  await withLedger({}, async ({ url }) => {
    const definitions = await rpc(url, 'server_definitions')
    expect(definitions).toMatchObject({
      TRANSACTION_TYPES: { Batch: 71, CheckCreate: 16 },
      TRANSACTION_RESULTS: { tecNO_ENTRY: 140 },
      LEDGER_ENTRY_TYPES: { Check: 67 },
    })
    const { hash } = definitions
    expect(await rpc(url, 'server_definitions', { hash })).toEqual({ hash, status: 'success' })
    expect(await rpc(url, 'server_definitions', { hash: 'AB'.repeat(32) })).toHaveProperty('FIELDS')
    expect(await rpc(url, 'server_definitions', { hash: 'no hash' })).toMatchObject({
      error: 'invalidParams',
      error_message: "Invalid field 'hash'.",
    })
  })
})

test('ledger_data gives every entry once, page by page', async () => {
  await withLedger({}, async ({ url }) => {
    for (let count = 0; count < 7; count += 1) await fundedWallet(url)
    const at = { ledger_index: 'validated', binary: false }
    const Page = v.object({
      state: v.array(v.looseObject({ index: v.string(), LedgerEntryType: v.string() })),
      marker: v.optional(v.string()),
    })
    const whole = v.parse(Page, await rpc(url, 'ledger_data', at)).state
    expect(whole.length).toBeGreaterThan(8)
    const entries: typeof whole = []
    let marker: string | undefined
    do {
      const reply = await rpc(url, 'ledger_data', {
        ...at,
        limit: 3,
        ...(marker === undefined ? {} : { marker }),
      })
      // Only the first page contains the ledger itself.
      expect(Object.hasOwn(reply, 'ledger')).toBe(marker === undefined)
      const page = v.parse(Page, reply)
      entries.push(...page.state)
      marker = page.marker
    } while (marker !== undefined)
    expect(entries).toEqual(whole)
    expect(whole.map(({ index }) => index)).toEqual(whole.map(({ index }) => index).toSorted())

    const accounts = v.parse(Page, await rpc(url, 'ledger_data', { ...at, type: 'account' })).state
    expect(accounts).toEqual(whole.filter(({ LedgerEntryType: type }) => type === 'AccountRoot'))
    const binary = await rpc(url, 'ledger_data', { ledger_index: 'validated', binary: true, limit: 1 })
    expect(binary).toMatchObject({ ledger: { closed: true }, state: [{ index: whole[0]?.index }] })
    expect(await rpc(url, 'ledger_data', { limit: 0 })).toMatchObject({ state: [], validated: false })
    const refused = { marker: 'x', limit: 'x', binary: 'x', type: 'x' }
    for (const [name, value] of Object.entries(refused)) {
      const reply = await rpc(url, 'ledger_data', { ...at, [name]: value })
      expect([reply.error, String(reply.error_message).includes(name)]).toEqual(['invalidParams', true])
    }
  })
})

test('noripple_check compares the settings of an account with its role', async () => {
  await withLedger({}, async ({ url }) => {
    const [issuer, holder] = [await fundedWallet(url), await fundedWallet(url)]
    const limit = { currency: 'USD', issuer: issuer.address, value: '50' }
    await send(url, holder, { TransactionType: 'TrustSet', LimitAmount: limit })
    const of = { account: issuer.address, ledger_index: 'validated', transactions: true }
    const gateway = await rpc(url, 'noripple_check', { ...of, role: 'gateway' })
    const common = { Account: issuer.address, Fee: 10 }
    const line = { currency: 'USD', issuer: holder.address, value: '0' }
    expect(gateway).toMatchObject({
      problems: [
        'You should immediately set your default ripple flag',
        `You should clear the no ripple flag on your USD line to ${holder.address}`,
      ],
      transactions: [
        { ...common, TransactionType: 'AccountSet', SetFlag: 8, Sequence: 3 },
        { ...common, TransactionType: 'TrustSet', LimitAmount: line, Flags: 0x00040000, Sequence: 4 },
      ],
    })
    const user = await rpc(url, 'noripple_check', { account: holder.address, role: 'user' })
    expect(user).toMatchObject({
      problems: [`You should probably set the no ripple flag on your USD line to ${issuer.address}`],
    })
    expect(user).not.toHaveProperty('transactions')
    expect((await rpc(url, 'noripple_check', { ...of, role: 'broker' })).error_message).toBe(
      "Invalid field 'role'.",
    )
    expect((await rpc(url, 'noripple_check', { ...of })).error_message).toBe("Missing field 'role'.")
    expect((await rpc(url, 'noripple_check', { ...of, account: 'x', role: 'user' })).error).toBe(
      'actMalformed',
    )
  })
})

test('sign completes and signs a transaction without submitting it', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const tx_json = { TransactionType: 'AccountSet', Account: wallet.address }
    const signed = await rpc(url, 'sign', { seed: wallet.seed, key_type: 'ed25519', tx_json })
    expect(signed).toMatchObject({
      status: 'success',
      tx_json: { Fee: '10', SigningPubKey: wallet.publicKey },
    })
    expect(signed).not.toHaveProperty('engine_result')
    expect((await rpc(url, 'tx', { transaction: signed.hash })).error).toBe('txnNotFound')
    const submitted = await rpc(url, 'submit', { tx_blob: signed.tx_blob })
    expect(submitted).toMatchObject({ engine_result: 'tesSUCCESS', tx_json: { hash: signed.hash } })
  })
})

test('ledger finds transactions long after the state is forgotten, but not the ledgers made at the start', async () => {
  await withLedger({}, async ({ url }) => {
    const { address } = await fundedWallet(url)
    for (let closed = 0; closed < 520; closed += 1) await rpc(url, 'ledger_accept')
    expect((await rpc(url, 'server_info')).info).toHaveProperty('complete_ledgers', '2-523')
    const at = { transactions: true, expand: true }
    const old = await rpc(url, 'ledger', { ...at, ledger_index: 3 })
    expect(old).toMatchObject({
      validated: true,
      ledger: { transactions: [{ tx_json: { Destination: address } }] },
    })
    for (const request of [
      { ...at, ledger_index: 2 },
      { ledger_index: 3, accounts: true },
    ]) {
      expect((await rpc(url, 'ledger', request)).error).toBe('lgrNotFound')
    }
    expect((await rpc(url, 'account_info', { account: address, ledger_index: 3 })).error).toBe('lgrNotFound')
  })
})

test('the header has the root of the transactions with their metadata', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const { hash } = await send(url, wallet, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0 })
    const { ledger_index: index } = await rpc(url, 'tx', { transaction: hash })
    const params = { ledger_index: index, transactions: true, expand: true }
    const reply = await post(url, { method: 'ledger', params: [params] })
    const { result } = await reply.json<{ result: { ledger: LedgerReply } }>()
    const { transactions, transaction_hash: root } = result.ledger
    expect(transactions).toHaveLength(1)
    // xrpl.js computes the expected value.
    expect(root).toBe(hashes.hashTxTree(transactions))
  })
})

interface LedgerReply {
  transactions: Parameters<typeof hashes.hashTxTree>[0]
  transaction_hash: string
}

test('no page of another site can read the answers to JSON-RPC', async () => {
  await withLedger({}, async ({ url }) => {
    const reply = await post(url, { method: 'ledger_closed', params: [{}] })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})
