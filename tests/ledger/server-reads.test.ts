import { expect, test } from 'vitest'
import type { RunningLedger } from '#dev/ledger/start.ts'
import { fundedWallet, post, rpc, send, withLedger } from './support.ts'

// Reads that the recordings mask or do not contain.

/** The `result` of a request without api_version, which means version 1. */
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
