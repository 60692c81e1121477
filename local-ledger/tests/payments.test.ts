import { expect, test } from 'vitest'
import type { Wallet } from 'xrpl'
import { accountKeylet, lineKeylet } from '#ledger/entries/keylets.ts'
import { ChainWorld, usd } from './chain-world.ts'
import { fundedWallet, rpc, send, withLedger } from './support.ts'

// Token payments not covered by the recordings: transfer rates at the limit of a balance, qualities, paths.

const PARTIAL = 0x00020000
const SET_NO_RIPPLE = 0x00020000

/** Creates an issuer with a transfer rate of 1 %, and two holders with trust lines. */
async function withTokens(
  body: (world: {
    url: string
    issuer: Wallet
    holders: [Wallet, Wallet]
    usd: (value: string) => { currency: string; issuer: string; value: string }
  }) => Promise<void>,
): Promise<void> {
  await withLedger({}, async ({ url }) => {
    const issuer = await fundedWallet(url)
    const holders: [Wallet, Wallet] = [await fundedWallet(url), await fundedWallet(url)]
    const usd = (value: string) => ({ currency: 'USD', issuer: issuer.address, value })
    await send(url, issuer, { TransactionType: 'AccountSet', SetFlag: 8, TransferRate: 1_010_000_000 })
    for (const holder of holders) {
      await send(url, holder, { TransactionType: 'TrustSet', LimitAmount: usd('1000') })
    }
    await send(url, issuer, {
      TransactionType: 'Payment',
      Destination: holders[0].address,
      Amount: usd('10'),
    })
    await body({ url, issuer, holders, usd })
  })
}

test('spending a whole balance still pays the transfer rate', async () => {
  await withTokens(async ({ url, holders: [from, to], usd }) => {
    const payment = {
      TransactionType: 'Payment',
      Destination: to.address,
      Amount: usd('20'),
      SendMax: usd('20'),
    }
    expect(await send(url, from, { ...payment, Flags: PARTIAL })).toMatchObject({
      result: 'tesSUCCESS',
      delivered: usd('9.900990099009901'),
    })
    const lines = await rpc(url, 'account_lines', { account: from.address })
    expect(lines.lines).toMatchObject([{ balance: '0' }])
  })
})

test('a payment that costs more than SendMax is refused', async () => {
  await withTokens(async ({ url, holders: [from, to], usd }) => {
    const payment = { TransactionType: 'Payment', Destination: to.address, Amount: usd('5') }
    expect((await send(url, from, { ...payment, SendMax: usd('5') })).result).toBe('tecPATH_PARTIAL')
    expect((await send(url, from, { ...payment, SendMax: usd('5.05') })).result).toBe('tesSUCCESS')
  })
})

test('a currency without offers cannot be bought', async () => {
  await withTokens(async ({ url, holders: [from, to], usd }) => {
    const payment = {
      TransactionType: 'Payment',
      Destination: to.address,
      Amount: usd('1'),
      SendMax: '1000000',
    }
    expect((await send(url, from, payment)).result).toBe('tecPATH_PARTIAL')
    expect((await send(url, from, { ...payment, Flags: PARTIAL })).result).toBe('tecPATH_DRY')
  })
})

test('a receiver at its limit cannot receive more', async () => {
  await withTokens(async ({ url, issuer, holders: [, to], usd }) => {
    const payment = { TransactionType: 'Payment', Destination: to.address, Amount: usd('1500') }
    expect((await send(url, issuer, payment)).result).toBe('tecPATH_PARTIAL')
    const partly = await send(url, issuer, { ...payment, Flags: PARTIAL })
    expect(partly).toMatchObject({ result: 'tesSUCCESS', delivered: usd('1000') })
    expect((await send(url, issuer, payment)).result).toBe('tecPATH_DRY')
  })
})

test('redeeming all of a currency deletes the line; its issuer has FinalFields where the line comes first', () => {
  const world = new ChainWorld(8)
  const [issuer, ...holders] = world.actors
  if (issuer === undefined) throw new Error('There are no accounts.')
  const issuerKey = accountKeylet(issuer.address).key
  const orders = new Set<boolean>()
  for (const holder of holders) {
    world.send(holder, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '100'), Flags: SET_NO_RIPPLE })
    world.send(issuer, { TransactionType: 'Payment', Destination: holder.address, Amount: usd(issuer, '7') })
    world.send(holder, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '0') })
    const redemption = { TransactionType: 'Payment', Destination: issuer.address, Amount: usd(issuer, '7') }
    const { result, metadata } = world.send(holder, redemption)
    expect(result).toBe('tesSUCCESS')
    const nodes = metadata?.AffectedNodes ?? []
    const lineKey = lineKeylet(holder.address, issuer.address, 'USD').key
    expect(nodes.some((node) => 'DeletedNode' in node && node.DeletedNode.LedgerIndex === lineKey)).toBe(true)
    const root = nodes.find((node) => 'ModifiedNode' in node && node.ModifiedNode.LedgerIndex === issuerKey)
    const { FinalFields: final, PreviousFields: previous } =
      root !== undefined && 'ModifiedNode' in root ? root.ModifiedNode : {}
    const lineFirst = lineKey < issuerKey
    orders.add(lineFirst)
    expect({ has: final !== undefined, previous }).toEqual({ has: lineFirst, previous: undefined })
  }
  // Both orders occur among these accounts.
  expect(orders.size).toBe(2)
})
