import { describe, expect, test } from 'vitest'
import { BAD_CURRENCY } from '#ledger/amounts/amount.ts'
import { amendmentsOf } from '#ledger/entries/amendments.ts'
import { accountFlag, lineFlag } from '#ledger/entries/entry-flags.ts'
import { checkKeylet, lineKeylet } from '#ledger/entries/keylets.ts'
import { directoryKeys } from '#ledger/entries/directories.ts'
import { ownerDirectory } from '#ledger/entries/keylets.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { problemsOf } from './invariants.ts'
import { ChainWorld, usd } from './chain-world.ts'
import { fundedWallet, rpc, send, withLedger } from './support.ts'
import type { Actor } from './workload.ts'

// Tests rules of checks that the recordings do not cover. Source: xrpl.org "CheckCreate", "CheckCash", "CheckCancel".

const asf = {
  requireDest: 1,
  requireAuth: 2,
  globalFreeze: 7,
  defaultRipple: 8,
  depositAuth: 9,
  disallowCheck: 13,
}
const tf = { setAuth: 0x00010000, setFreeze: 0x00100000 }

interface Cast {
  world: ChainWorld
  from: Actor
  to: Actor
  third: Actor
  issuer: Actor
}

/** Refused transactions, with the expected code and the fields that cause it. */
type Refusal = [name: string, code: string, fields: (all: Cast) => Partial<TransactionFields>]

function cast(drops?: string): Cast {
  const world = new ChainWorld(4, drops === undefined ? {} : { drops })
  const [from, to, third, issuer] = world.actors
  if (from === undefined || to === undefined || third === undefined || issuer === undefined)
    throw new Error('no actors')
  return { world, from, to, third, issuer }
}

/** Creates an issuer with a transfer rate, who has paid `value` to the writer of the checks. */
function castWithTokens(value = '100', rate = 1_000_000_000): Cast {
  const all = cast()
  const { world, from, issuer } = all
  world.send(issuer, { TransactionType: 'AccountSet', SetFlag: asf.defaultRipple, TransferRate: rate })
  world.send(from, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '1000') })
  world.send(issuer, { TransactionType: 'Payment', Destination: from.address, Amount: usd(issuer, value) })
  return all
}

/** Writes a check from `from` to `to`, which must succeed. Returns the check's id. */
function write({ world, from, to }: Cast, fields: Partial<TransactionFields>): string {
  const { result, sequence } = world.send(from, {
    TransactionType: 'CheckCreate',
    Destination: to.address,
    ...fields,
  })
  if (result !== 'tesSUCCESS') throw new Error(`the check was not written: ${result}`)
  return checkKeylet(from.address, sequence).key
}

const cash = ({ world, to }: Cast, key: string, fields: Partial<TransactionFields>) =>
  world.send(to, { TransactionType: 'CheckCash', CheckID: key, ...fields })

const listed = ({ world }: Cast, { address }: Actor, key: string) =>
  [...directoryKeys(world.view, ownerDirectory(address))].includes(key)

describe('CheckCreate', () => {
  test('puts the check into both directories and reserves for the writer alone', () => {
    const all = cast()
    const { world, from, to } = all
    const fields = {
      SendMax: '5000000',
      DestinationTag: 0,
      SourceTag: 7,
      InvoiceID: 'AB'.repeat(32),
      Expiration: 4_000_000_000,
    }
    const key = write(all, fields)
    expect(world.view.get(key)).toMatchObject({
      LedgerEntryType: 'Check',
      Account: from.address,
      Destination: to.address,
      ...fields,
    })
    expect([listed(all, from, key), listed(all, to, key)]).toEqual([true, true])
    expect([world.account(from).OwnerCount, world.account(to).OwnerCount]).toEqual([1, 0])
    expect(problemsOf(world.chain)).toEqual([])
  })

  test('takes its id from the ticket that it uses', () => {
    const all = cast()
    const { world, from, to } = all
    const { sequence } = world.send(from, { TransactionType: 'TicketCreate', TicketCount: 1 })
    const ticket = { TicketSequence: sequence + 1, Sequence: 0 }
    world.send(from, { TransactionType: 'CheckCreate', Destination: to.address, SendMax: '1', ...ticket })
    expect(world.view.get(checkKeylet(from.address, sequence + 1).key)).toMatchObject({
      Sequence: sequence + 1,
    })
    expect(world.account(from).OwnerCount).toBe(1)
  })

  test.each<Refusal>([
    [
      'to itself, before anything else',
      'temREDUNDANT',
      (c: Cast) => ({ Destination: c.from.address, SendMax: '0', Expiration: 0 }),
    ],
    ['of nothing', 'temBAD_AMOUNT', () => ({ SendMax: '0', Expiration: 0 })],
    ['of a negative value', 'temBAD_AMOUNT', (c: Cast) => ({ SendMax: usd(c.issuer, '-1') })],
    [
      'of a currency called XRP',
      'temBAD_CURRENCY',
      (c: Cast) => ({ SendMax: { ...usd(c.issuer, '1'), currency: BAD_CURRENCY }, Expiration: 0 }),
    ],
    ['that expires at 0', 'temBAD_EXPIRATION', () => ({ Expiration: 0 })],
    ['with an unknown flag', 'temINVALID_FLAG', () => ({ Flags: 1 })],
    ['to an account that does not exist', 'tecNO_DST', () => ({ Destination: 'rrrrrrrrrrrrrrrrrrrrBZbvji' })],
    ['that has expired', 'tecEXPIRED', (c: Cast) => ({ Expiration: c.world.chain.closedHeader.closeTime })],
  ])('refuses a check %s', (_name, code, fieldsOf) => {
    const all = cast()
    const { world, from, to } = all
    const draft = {
      TransactionType: 'CheckCreate',
      Destination: to.address,
      SendMax: '1000',
      ...fieldsOf(all),
    }
    expect(world.send(from, draft).result).toBe(code)
  })

  test('respects the settings of the receiver, in order', () => {
    const { world, from, to } = cast()
    const draft = { TransactionType: 'CheckCreate', Destination: to.address, SendMax: '1000' }
    world.send(to, { TransactionType: 'AccountSet', SetFlag: asf.requireDest })
    expect(world.send(from, draft).result).toBe('tecDST_TAG_NEEDED')
    expect(world.send(from, { ...draft, DestinationTag: 1 }).result).toBe('tesSUCCESS')
    world.send(to, { TransactionType: 'AccountSet', SetFlag: asf.disallowCheck })
    expect(world.send(from, draft).result).toBe('tecNO_PERMISSION')
  })

  test('refuses a currency frozen for the writer, by the receiver, or for all', () => {
    const all = castWithTokens()
    const { world, from, to, issuer } = all
    const draft = { TransactionType: 'CheckCreate', Destination: to.address, SendMax: usd(issuer, '1') }
    const freeze = (value: number, actor: Actor, peer: Actor) =>
      world.send(actor, {
        TransactionType: 'TrustSet',
        LimitAmount: usd(peer, actor === issuer ? '0' : '1000'),
        Flags: value,
      })
    const clearFreeze = 0x00200000
    world.send(to, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '1000') })

    freeze(tf.setFreeze, issuer, from)
    expect(world.send(from, draft).result).toBe('tecFROZEN')
    freeze(clearFreeze, issuer, from)
    freeze(tf.setFreeze, to, issuer)
    expect(world.send(from, draft).result).toBe('tecFROZEN')
    freeze(clearFreeze, to, issuer)
    // The issuer's freeze of the receiver does not block a check, and neither does a freeze by its writer.
    freeze(tf.setFreeze, issuer, to)
    freeze(tf.setFreeze, from, issuer)
    expect(world.send(from, draft).result).toBe('tesSUCCESS')
    world.send(issuer, { TransactionType: 'AccountSet', SetFlag: asf.globalFreeze })
    expect(world.send(from, draft).result).toBe('tecFROZEN')
  })

  test('needs the reserve of one more object before the fee', () => {
    const exact = cast('1200000')
    write(exact, { SendMax: '1' })
    const poor = cast('1199999')
    const draft = { TransactionType: 'CheckCreate', Destination: poor.to.address, SendMax: '1' }
    expect(poor.world.send(poor.from, draft).result).toBe('tecINSUFFICIENT_RESERVE')
  })
})

describe('CheckCash of XRP', () => {
  test('pays the exact amount and removes the check', () => {
    const all = cast()
    const { world, from, to } = all
    const key = write(all, { SendMax: '5000000' })
    const [writer, receiver] = [world.drops(from), world.drops(to)]
    const { result, metadata } = cash(all, key, { Amount: '4000000' })
    expect(result).toBe('tesSUCCESS')
    expect(metadata?.DeliveredAmount).toBeUndefined()
    expect([world.drops(from) - writer, world.drops(to) - receiver]).toEqual([-4_000_000n, 3_999_990n])
    expect(world.view.get(key)).toBeUndefined()
    expect(world.account(from).OwnerCount).toBe(0)
    expect(problemsOf(world.chain)).toEqual([])
  })

  test('with a minimum, delivers as much as the writer has, with the reserve of the check', () => {
    const all = cast('3000000')
    const { world, from, to } = all
    const key = write(all, { SendMax: '5000000' })
    const before = world.drops(to)
    const { result, metadata } = cash(all, key, { DeliverMin: '1000000' })
    expect(result).toBe('tesSUCCESS')
    expect(metadata?.DeliveredAmount).toBe('1999990')
    expect([world.drops(from), world.drops(to) - before]).toEqual([1_000_000n, 1_999_980n])
  })

  test.each<Refusal>([
    ['amount and minimum', 'temMALFORMED', () => ({ Amount: '1', DeliverMin: '1' })],
    ['neither amount nor minimum', 'temMALFORMED', () => ({})],
    ['nothing', 'temBAD_AMOUNT', () => ({ Amount: '0' })],
    [
      'a currency called XRP',
      'temBAD_CURRENCY',
      (c: Cast) => ({ Amount: { ...usd(c.issuer, '1'), currency: BAD_CURRENCY } }),
    ],
    ['another asset', 'temMALFORMED', (c: Cast) => ({ Amount: usd(c.issuer, '1') })],
    ['more than the check says', 'tecPATH_PARTIAL', () => ({ Amount: '5000001' })],
    ['a minimum above the check', 'tecPATH_PARTIAL', () => ({ DeliverMin: '5000001' })],
    ['a check that does not exist', 'tecNO_ENTRY', () => ({ Amount: '1', CheckID: 'AB'.repeat(32) })],
  ])('refuses %s', (_name, code, fieldsOf) => {
    const all = cast()
    const key = write(all, { SendMax: '5000000' })
    expect(cash(all, key, fieldsOf(all)).result).toBe(code)
    expect(all.world.view.get(key)).toBeDefined()
  })

  test('is for the receiver alone, while the check is valid', () => {
    const all = cast()
    const { world, from, third } = all
    const key = write(all, { SendMax: '5000000', Expiration: world.chain.closedHeader.closeTime + 100 })
    const draft = { TransactionType: 'CheckCash', CheckID: key, Amount: '1' }
    expect([world.send(third, draft).result, world.send(from, draft).result]).toEqual([
      'tecNO_PERMISSION',
      'tecNO_PERMISSION',
    ])
    world.advance(200)
    world.chain.close()
    expect(cash(all, key, { Amount: '1' }).result).toBe('tecEXPIRED')
    expect(world.view.get(key)).toBeDefined()
  })

  test('needs the tag that the receiver required after the check was written', () => {
    const all = cast()
    const key = write(all, { SendMax: '5000000' })
    all.world.send(all.to, { TransactionType: 'AccountSet', SetFlag: asf.requireDest })
    expect(cash(all, key, { Amount: '1' }).result).toBe('tecDST_TAG_NEEDED')
  })

  test('deposit authorization does not stand against it: the receiver signs', () => {
    const all = cast()
    const key = write(all, { SendMax: '5000000' })
    all.world.send(all.to, { TransactionType: 'AccountSet', SetFlag: asf.depositAuth })
    expect(cash(all, key, { Amount: '5000000' }).result).toBe('tesSUCCESS')
  })

  test('counts the reserve of the check as available, but not twice', () => {
    const all = cast('1300000')
    // 1,299,980 drops are left after two fees, 100,020 below the reserve of two checks.
    const key = write(all, { SendMax: '5000000' })
    expect(cash(all, key, { Amount: '299991' }).result).toBe('tecPATH_PARTIAL')
    expect(cash(all, key, { Amount: '299990' }).result).toBe('tesSUCCESS')

    const poor = cast('1200000')
    const other = write(poor, { SendMax: '5000000' })
    // Below the reserve nothing is spendable. The server adds a whole reserve before its next check.
    expect(cash(poor, other, { Amount: '199991' }).result).toBe('tecUNFUNDED_PAYMENT')
    expect(cash(poor, other, { Amount: '200001' }).result).toBe('tecPATH_PARTIAL')
    expect(cash(poor, other, { Amount: '199990' }).result).toBe('tesSUCCESS')
  })
})

describe('CheckCash of an issued currency', () => {
  test('creates the line of the receiver and reports what arrived', () => {
    const all = castWithTokens()
    const { world, from, to, issuer } = all
    const key = write(all, { SendMax: usd(issuer, '50') })
    const { result, metadata } = cash(all, key, { Amount: usd(issuer, '50') })
    expect(result).toBe('tesSUCCESS')
    expect(metadata?.DeliveredAmount).toEqual(usd(issuer, '50'))
    expect([world.balance(from, issuer), world.balance(to, issuer)]).toEqual(['50', '50'])
    const line = world.view.get(lineKeylet(to.address, issuer.address, 'USD').key)
    const limits = line?.LedgerEntryType === 'RippleState' ? [line.LowLimit.value, line.HighLimit.value] : []
    expect(limits).toEqual(['0', '0'])
    expect(world.account(to).OwnerCount).toBe(1)
    expect(problemsOf(world.chain)).toEqual([])
  })

  test('a new line needs its reserve', () => {
    const all = castWithTokens()
    const { world, from, third, issuer } = all
    const poor: Cast = { ...all, to: third }
    const key = write(poor, { SendMax: usd(issuer, '50') })
    world.send(third, { TransactionType: 'Payment', Destination: from.address, Amount: '98800011' })
    expect(cash(poor, key, { Amount: usd(issuer, '50') }).result).toBe('tecNO_LINE_INSUF_RESERVE')
  })

  test('exceeds the limit of the line, which stays as it was', () => {
    const all = castWithTokens()
    const { world, to, issuer } = all
    world.send(to, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '1') })
    const key = write(all, { SendMax: usd(issuer, '50') })
    const { result, metadata } = cash(all, key, { DeliverMin: usd(issuer, '50') })
    expect([result, metadata?.DeliveredAmount]).toEqual(['tesSUCCESS', usd(issuer, '50')])
    const node = JSON.stringify(metadata?.AffectedNodes)
    expect(node).toContain('"value":"1"')
    expect(node).not.toContain('9999999999999999')
  })

  test('the writer pays the transfer rate out of SendMax', () => {
    const all = castWithTokens('100', 1_250_000_000)
    const { world, from, to, issuer } = all
    const first = write(all, { SendMax: usd(issuer, '50') })
    // The amount alone is within SendMax and the balance, but not together with the issuer's fee.
    expect(cash(all, first, { Amount: usd(issuer, '50') }).result).toBe('tecPATH_PARTIAL')
    const { metadata } = cash(all, first, { DeliverMin: usd(issuer, '30') })
    expect(metadata?.DeliveredAmount).toEqual(usd(issuer, '40'))
    expect([world.balance(from, issuer), world.balance(to, issuer)]).toEqual(['50', '40'])
    const second = write(all, { SendMax: usd(issuer, '500') })
    expect(cash(all, second, { DeliverMin: usd(issuer, '41') }).result).toBe('tecPATH_PARTIAL')
    expect(cash(all, second, { DeliverMin: usd(issuer, '1') }).metadata?.DeliveredAmount).toEqual(
      usd(issuer, '40'),
    )
    expect(world.balance(from, issuer)).toBe('0')
  })

  test('an issuer writes checks of its own currency, and cashes those of others', () => {
    const all = castWithTokens('100', 1_250_000_000)
    const { world, from, to, issuer } = all
    const issued: Cast = { ...all, from: issuer, to }
    expect(
      cash(issued, write(issued, { SendMax: usd(issuer, '9') }), { Amount: usd(issuer, '9') }).result,
    ).toBe('tesSUCCESS')
    expect(world.balance(to, issuer)).toBe('9')
    const redeemed: Cast = { ...all, to: issuer }
    const key = write(redeemed, { SendMax: usd(issuer, '100') })
    expect(cash(redeemed, key, { Amount: usd(issuer, '100') }).result).toBe('tesSUCCESS')
    expect(world.balance(from, issuer)).toBe('0')
    expect(problemsOf(world.chain)).toEqual([])
  })

  test('a writer without enough of it, or frozen since, cannot pay', () => {
    const all = castWithTokens()
    const { world, from, issuer } = all
    const key = write(all, { SendMax: usd(issuer, '500') })
    expect(cash(all, key, { Amount: usd(issuer, '101') }).result).toBe('tecPATH_PARTIAL')
    world.send(issuer, { TransactionType: 'TrustSet', LimitAmount: usd(from, '0'), Flags: tf.setFreeze })
    expect(cash(all, key, { Amount: usd(issuer, '1') }).result).toBe('tecPATH_PARTIAL')
  })

  test('the line of the receiver must not be frozen by the issuer', () => {
    const all = castWithTokens()
    const { world, to, issuer } = all
    world.send(to, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '1000') })
    const key = write(all, { SendMax: usd(issuer, '50') })
    world.send(issuer, { TransactionType: 'TrustSet', LimitAmount: usd(to, '0'), Flags: tf.setFreeze })
    expect(cash(all, key, { Amount: usd(issuer, '1') }).result).toBe('tecFROZEN')
  })

  test('where lines need authorization, the receiver needs an authorized one', () => {
    const all = cast()
    const { world, from, to, issuer } = all
    const limit = { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '1000') }
    world.send(issuer, { TransactionType: 'AccountSet', SetFlag: asf.requireAuth })
    world.send(from, limit)
    world.send(issuer, { TransactionType: 'TrustSet', LimitAmount: usd(from, '0'), Flags: tf.setAuth })
    world.send(issuer, { TransactionType: 'Payment', Destination: from.address, Amount: usd(issuer, '100') })
    const key = write(all, { SendMax: usd(issuer, '50') })
    expect(cash(all, key, { Amount: usd(issuer, '1') }).result).toBe('tecNO_AUTH')
    world.send(to, limit)
    expect(cash(all, key, { Amount: usd(issuer, '1') }).result).toBe('tecNO_AUTH')
    world.send(issuer, { TransactionType: 'TrustSet', LimitAmount: usd(to, '0'), Flags: tf.setAuth })
    const line = world.view.get(lineKeylet(to.address, issuer.address, 'USD').key)
    expect((line?.Flags ?? 0) & (lineFlag.lowAuth | lineFlag.highAuth)).not.toBe(0)
    expect(accountFlag.requireAuth & world.account(issuer).Flags).not.toBe(0)
    world.send(issuer, { TransactionType: 'AccountSet', SetFlag: asf.defaultRipple })
    // Both lines were created while the issuer had no default ripple, so it still blocks payments between them.
    expect(cash(all, key, { Amount: usd(issuer, '1') }).result).toBe('terNO_RIPPLE')
  })
})

test.each([
  ['3.2.0', 'tecNO_ENTRY'],
  ['3.3.0-b0', 'temMALFORMED'],
])('an id of zeros is refused by a server of version %s as by the real one', (version, code) => {
  const world = new ChainWorld(1, { amendments: amendmentsOf(version) })
  const [actor] = world.actors
  if (actor === undefined) throw new Error('no actors')
  const CheckID = '0'.repeat(64)
  expect(world.send(actor, { TransactionType: 'CheckCancel', CheckID }).result).toBe(code)
  expect(world.send(actor, { TransactionType: 'CheckCash', CheckID, Amount: '1' }).result).toBe(code)
})

describe('CheckCancel', () => {
  test('is for writer and receiver, and for anyone once the check has expired', () => {
    const all = cast()
    const { world, from, to, third } = all
    const cancel = (actor: Actor, key: string) =>
      world.send(actor, { TransactionType: 'CheckCancel', CheckID: key }).result
    const expiration = world.chain.closedHeader.closeTime + 1000
    const keys = [1, 2, 3].map(() => write(all, { SendMax: '5000000', Expiration: expiration }))
    const [first = '', second = '', last = ''] = keys
    expect(world.account(from).OwnerCount).toBe(3)
    expect([cancel(third, first), cancel(from, first), cancel(to, second), cancel(to, second)]).toEqual([
      'tecNO_PERMISSION',
      'tesSUCCESS',
      'tesSUCCESS',
      'tecNO_ENTRY',
    ])
    world.advance(1001)
    world.chain.close()
    expect(cancel(third, last)).toBe('tesSUCCESS')
    expect(world.account(from).OwnerCount).toBe(0)
    expect([listed(all, from, last), listed(all, to, last)]).toEqual([false, false])
    expect(problemsOf(world.chain)).toEqual([])
  })
})

test('a check keeps the accounts of writer and receiver from being deleted', () => {
  const all = cast()
  const { world, from, to, third } = all
  const key = write(all, { SendMax: '5000000' })
  for (let closed = 0; closed < 256; closed += 1) world.chain.close()
  const deletion = { TransactionType: 'AccountDelete', Destination: third.address, Fee: '200000' }
  expect([world.send(from, deletion).result, world.send(to, deletion).result]).toEqual([
    'tecHAS_OBLIGATIONS',
    'tecHAS_OBLIGATIONS',
  ])
  world.send(to, { TransactionType: 'CheckCancel', CheckID: key })
  expect([world.send(from, deletion).result, world.send(to, deletion).result]).toEqual([
    'tesSUCCESS',
    'tesSUCCESS',
  ])
})

test('a check is found by its id and among the objects of both accounts', async () => {
  await withLedger({}, async ({ url }) => {
    const [from, to] = [await fundedWallet(url), await fundedWallet(url)]
    const written = await send(url, from, {
      TransactionType: 'CheckCreate',
      Destination: to.address,
      SendMax: '5000000',
    })
    const { meta } = await rpc(url, 'tx', { transaction: written.hash })
    expect(JSON.stringify(meta)).toContain('"LedgerEntryType":"Check"')
    for (const { address: account } of [from, to]) {
      for (const filter of [{ type: 'check' }, { type: 'Check' }, { deletion_blockers_only: true }]) {
        const { account_objects: objects } = await rpc(url, 'account_objects', { account, ...filter })
        expect(objects).toMatchObject([{ LedgerEntryType: 'Check', SendMax: '5000000', Sequence: 3 }])
      }
      const { transactions } = await rpc(url, 'account_tx', { account, limit: 1 })
      expect(transactions).toMatchObject([{ hash: written.hash }])
    }
    const { key } = checkKeylet(from.address, 3)
    expect(await rpc(url, 'ledger_entry', { check: key })).toMatchObject({
      index: key,
      node: { Account: from.address },
    })
    const cashed = await send(url, to, { TransactionType: 'CheckCash', CheckID: key, Amount: '4000000' })
    expect(cashed).toMatchObject({ result: 'tesSUCCESS', delivered: '4000000' })
    expect((await rpc(url, 'ledger_entry', { check: key })).error).toBe('entryNotFound')
  })
})
