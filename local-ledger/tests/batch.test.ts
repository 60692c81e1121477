import { createRequire } from 'node:module'
import type * as Codec from 'ripple-binary-codec'
import type * as Keypairs from 'ripple-keypairs'
import { expect, test } from 'vitest'
import { transactionFromFields } from '#ledger/chain/parse-transaction.ts'
import { ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { amendmentsOf } from '#ledger/entries/amendments.ts'
import { requiredFee } from '#ledger/transactions/engine.ts'
import type { TransactionFields } from '#ledger/transactions/transaction-types.ts'
import { batchOf, inside, mode, signersOf } from './batch-drafts.ts'
import { ChainWorld, usd } from './chain-world.ts'
import { fundedWallet, genesis, rpc, withLedger } from './support.ts'
import type { Actor } from './workload.ts'

// Tests rules of Batch that the recordings do not cover. Source: XLS-56; xrpl.org "Batch".

const load = createRequire(import.meta.url)
const { encode, encodeForSigning }: typeof Codec = load('ripple-binary-codec')
const { sign }: typeof Keypairs = load('ripple-keypairs')

function worldOf(actors: number, options: ConstructorParameters<typeof ChainWorld>[1] = {}) {
  const world = new ChainWorld(actors, options)
  const actor = (index: number): Actor => {
    const match = world.actors[index]
    if (match === undefined) throw new Error(`There is no actor ${index}.`)
    return match
  }
  return { world, actor }
}

const pay = (from: Actor, to: Actor, sequence: number, drops = '1') =>
  inside({
    TransactionType: 'Payment',
    Account: from.address,
    Destination: to.address,
    Amount: drops,
    Sequence: sequence,
  })

/** Returns two payments of the outer account that succeed after its own Sequence. */
function goodPair(world: ChainWorld, from: Actor, to: Actor) {
  const { Sequence: sequence } = world.account(from)
  return [pay(from, to, sequence + 1), pay(from, to, sequence + 2, '2')] as const
}

test('the first error in the order of the inner transactions decides', () => {
  const { world, actor } = worldOf(2)
  const [ann, bob] = [actor(0), actor(1)]
  const [first, second] = goodPair(world, ann, bob)
  const vault = { ...second, TransactionType: 'VaultDelete', VaultID: 'AB'.repeat(32) }
  const { Destination: _to, Amount: _amount, ...vaultDelete } = vault
  const cases: [string, Record<string, TransactionFields>[]][] = [
    ['temMALFORMED', [{ Memo: { ...first, Fee: '1' } }, { RawTransaction: second }]],
    ['temMALFORMED', [{ RawTransaction: first }, { Memo: first }]],
    ['temBAD_FEE', [{ RawTransaction: { ...first, Fee: '1' } }, { Memo: second }]],
    ['temREDUNDANT', [{ RawTransaction: first }, { RawTransaction: first }]],
    ['temINVALID_FLAG', [{ RawTransaction: { ...first, Flags: 0, Fee: '1' } }, { RawTransaction: second }]],
    ['temINVALID_INNER_BATCH', [{ RawTransaction: first }, { RawTransaction: { ...vaultDelete, Flags: 0 } }]],
    [
      'temBAD_REGKEY',
      [{ RawTransaction: { ...first, SigningPubKey: ann.publicKey, Fee: '1' } }, { RawTransaction: second }],
    ],
    ['temBAD_FEE', [{ RawTransaction: { ...first, Fee: '1', Amount: '0' } }, { RawTransaction: second }]],
    [
      'temINVALID_INNER_BATCH',
      [{ RawTransaction: { ...first, Amount: '0', Sequence: 0 } }, { RawTransaction: second }],
    ],
    [
      'temSEQ_AND_TICKET',
      [{ RawTransaction: { ...first, Sequence: 0 } }, { RawTransaction: { ...second, Fee: '1' } }],
    ],
  ]
  for (const [code, RawTransactions] of cases) {
    const draft = { ...batchOf(mode.allOrNothing, [first, second]), RawTransactions }
    expect([world.send(ann, draft).result, RawTransactions]).toEqual([code, RawTransactions])
  }
  const signers = { BatchSigners: signersOf([bob]) }
  const bad = batchOf(mode.allOrNothing, [first, { ...second, Fee: '1' }])
  expect(world.send(ann, { ...bad, ...signers }).result).toBe('temBAD_FEE')
  const surplus = batchOf(mode.allOrNothing, [first, second])
  expect(world.send(ann, { ...surplus, ...signers, Fee: '50' }).result).toBe('temBAD_SIGNER')
  expect(world.send(ann, surplus).result).toBe('tesSUCCESS')
})

test('the fee counts every inner transaction and every signature, also those of signer lists', () => {
  const { world, actor } = worldOf(4)
  const [ann, bob, cat, dan] = [actor(0), actor(1), actor(2), actor(3)]
  const [first, second] = goodPair(world, ann, bob)
  const list = [cat, dan].map(({ address, publicKey }) => ({
    Signer: { Account: address, SigningPubKey: publicKey, TxnSignature: '00' },
  }))
  const feeOf = (fields: Partial<TransactionFields>, inner: TransactionFields[]) => {
    const common = { Account: ann.address, Sequence: 1, SigningPubKey: ann.publicKey }
    const draft = { ...common, ...batchOf(mode.independent, inner), ...fields }
    return requiredFee(world.view, transactionFromFields(draft))
  }
  const farewell = inside({
    TransactionType: 'AccountDelete',
    Account: bob.address,
    Destination: ann.address,
    Sequence: 1,
  })
  const byList = { BatchSigners: [{ BatchSigner: { Account: bob.address, Signers: list } }] }
  const byKey = { BatchSigners: signersOf([bob, cat]) }
  expect([
    feeOf({}, [first, second]),
    feeOf({ SigningPubKey: '', Signers: list }, [first, second]),
    feeOf(byKey, [first, second]),
    feeOf(byList, [first, second]),
    feeOf({ ...byList, SigningPubKey: '', Signers: list }, [first, second]),
    feeOf({}, [first, farewell]),
  ]).toEqual([40n, 60n, 60n, 60n, 80n, 200_030n])
})

test('without the amendments there is neither Batch nor delegation', async () => {
  const { world, actor } = worldOf(2, { amendments: amendmentsOf('3.2.0') })
  const [ann, bob] = [actor(0), actor(1)]
  const permissions = [{ Permission: { PermissionValue: 'Payment' } }]
  const [first, second] = goodPair(world, ann, bob)
  const drafts = [
    batchOf(mode.allOrNothing, [first, second]),
    { TransactionType: 'DelegateSet', Authorize: bob.address, Permissions: permissions },
    { TransactionType: 'AccountSet', Delegate: bob.address },
    { TransactionType: 'AccountSet', Flags: 0x40000000 },
  ]
  expect(drafts.map((draft) => world.send(ann, draft).result)).toEqual([
    'temDISABLED',
    'temDISABLED',
    'temDISABLED',
    'temINVALID_FLAG',
  ])
  await withLedger({ amendments: amendmentsOf('3.2.0') }, async ({ url }) => {
    const tx_json = { TransactionType: 'AccountSet', Account: genesis.address, Flags: 0x40000000 }
    const answer = await rpc(url, 'submit', { secret: genesis.seed, tx_json })
    expect(answer.engine_result).toBe('temINVALID_FLAG')
  })
})

test('wrappers of other names are accepted before fixBatchV1_2', () => {
  const amendments = amendmentsOf('3.3.0-b0').filter((name) => name !== 'fixBatchV1_2')
  const { world, actor } = worldOf(2, { amendments })
  const [ann, bob] = [actor(0), actor(1)]
  const [first, second] = goodPair(world, ann, bob)
  const draft = batchOf(mode.allOrNothing, [first, second])
  const RawTransactions = [{ RawTransaction: first }, { Memo: second }]
  expect(world.send(ann, { ...draft, RawTransactions }).result).toBe('tesSUCCESS')
  expect(world.account(ann).Sequence).toBe((first.Sequence ?? 0) + 2)
})

test('a test can force the result of a Batch, and then nothing inside happens', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const { account_data: root } = await rpc(url, 'account_info', { account: wallet.address })
    const { Sequence: sequence, Balance: balance } = Object(root)
    const payment = (at: number) => ({
      RawTransaction: inside({
        TransactionType: 'Payment',
        Account: wallet.address,
        Destination: genesis.address,
        Amount: '5',
        Sequence: at,
      }),
    })
    const fault = { kind: 'fail', code: 'tecCLAIM', stage: 'final', transactionType: 'Batch' }
    await fetch(`${url}/admin/faults`, { method: 'POST', body: JSON.stringify([fault]) })
    const tx_json = {
      TransactionType: 'Batch',
      Account: wallet.address,
      Flags: mode.allOrNothing,
      Fee: '40',
      RawTransactions: [payment(sequence + 1), payment(sequence + 2)],
    }
    const keys = { seed: wallet.seed, key_type: 'ed25519' }
    expect((await rpc(url, 'submit', { ...keys, tx_json })).engine_result).toBe('tesSUCCESS')
    await rpc(url, 'ledger_accept')
    const { account_data: after } = await rpc(url, 'account_info', { account: wallet.address })
    expect(Object(after)).toMatchObject({ Sequence: sequence + 1, Balance: String(Number(balance) - 40) })
  })
})

test('odd blobs are refused with a reason', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const note = inside({ TransactionType: 'AccountSet', Account: wallet.address, Sequence: 4 })
    const { TransactionType: _type, ...nothing } = note
    const outer = {
      TransactionType: 'Batch',
      Account: wallet.address,
      Flags: mode.allOrNothing,
      Fee: '40',
      Sequence: 3,
      SigningPubKey: wallet.publicKey,
    }
    const submitted = async (inner: object, changes: object = {}) => {
      const RawTransactions = [{ RawTransaction: note }, { RawTransaction: inner }]
      const fields = { ...outer, RawTransactions, ...changes }
      const TxnSignature = sign(encodeForSigning(fields), wallet.privateKey)
      const answer = await rpc(url, 'submit', { tx_blob: encode({ ...fields, TxnSignature }) })
      return answer.error_exception ?? answer.engine_result_message
    }
    const nest = (depth: number): object =>
      depth === 0 ? note : { ...note, RawTransactions: [{ RawTransaction: nest(depth - 1) }] }
    const stranger = { BatchSigner: { Account: genesis.address } }
    expect([
      await submitted({ ...note, TransactionType: 'OfferCancel', OfferSequence: 1 }),
      await submitted(nothing),
      await submitted(nest(8)),
      await submitted({ ...note, Memos: [{ Signer: { Account: wallet.address } }] }),
      await submitted({ ...note, Memos: [{ NewFields: { MemoData: 'AB' } }] }),
      await submitted({ ...note, Memos: [{ Memo: { Account: wallet.address } }] }),
      await submitted(note, { BatchSigners: Array.from({ length: 25 }, () => stranger) }),
      await submitted({ ...note, Amount: { currency: 'USD', issuer: ACCOUNT_ZERO, value: '1' } }),
    ]).toEqual([
      'OfferCancel is not supported by the local ledger.',
      'fails local checks: Field not found: TransactionType',
      'Maximum nesting depth of STVar exceeded',
      "Field 'SigningPubKey' is required but missing.",
      'fails local checks: A memo array may contain only Memo objects.',
      'fails local checks: A memo may contain only MemoType, MemoData or MemoFormat fields.',
      'fails local checks: Batch Signers array exceeds max entries.',
      'invalid native account',
    ])
  })
})

test('a granular permission covers its own part of a transaction type only', () => {
  const { world, actor } = worldOf(3)
  const [issuer, clerk, holder] = [actor(0), actor(1), actor(2)]
  const grant = (...names: string[]) => {
    const Permissions = names.map((name) => ({ Permission: { PermissionValue: name } }))
    const draft = { TransactionType: 'DelegateSet', Authorize: clerk.address, Permissions }
    expect(world.send(issuer, draft).result).toBe('tesSUCCESS')
  }
  const act = (draft: Partial<TransactionFields> & { TransactionType: string }) =>
    world.send(issuer, { ...draft, Delegate: clerk.address, SigningPubKey: clerk.publicKey }).result
  const domain = { TransactionType: 'AccountSet', Domain: 'AB' }
  const mint = { TransactionType: 'Payment', Destination: holder.address, Amount: usd(issuer, '5') }
  const freeze = { TransactionType: 'TrustSet', LimitAmount: usd(holder, '0'), Flags: 0x00100000 }

  expect(act(domain)).toBe('terNO_DELEGATE_PERMISSION')
  grant('AccountDomainSet', 'PaymentMint', 'TrustlineFreeze')
  expect(act(domain)).toBe('tesSUCCESS')
  expect(act({ ...domain, TickSize: 5 })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act({ TransactionType: 'AccountSet', SetFlag: 8 })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act(freeze)).toBe('terNO_DELEGATE_PERMISSION')
  world.send(holder, { TransactionType: 'TrustSet', LimitAmount: usd(issuer, '100') })
  expect(act(mint)).toBe('tesSUCCESS')
  expect(act({ ...mint, Amount: '5' })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act({ ...mint, SendMax: usd(holder, '5') })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act({ ...freeze, LimitAmount: usd(holder, '7') })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act({ ...freeze, Flags: 0x00200000 })).toBe('terNO_DELEGATE_PERMISSION')
  expect(act(freeze)).toBe('tesSUCCESS')
  expect(world.balance(holder, issuer)).toBe('5')
})

test('a delegate pays the fee, and its own signer list may sign', () => {
  const { world, actor } = worldOf(4)
  const [owner, clerk, cat, dan] = [actor(0), actor(1), actor(2), actor(3)]
  const Permissions = [{ Permission: { PermissionValue: 'Payment' } }]
  world.send(owner, { TransactionType: 'DelegateSet', Authorize: clerk.address, Permissions })
  const entries = [cat, dan].map(({ address }) => ({ SignerEntry: { Account: address, SignerWeight: 1 } }))
  world.send(clerk, { TransactionType: 'SignerListSet', SignerQuorum: 2, SignerEntries: entries })
  const before = { owner: world.drops(owner), clerk: world.drops(clerk) }
  const signers = signersOf([cat, dan]).map(({ BatchSigner: { Account, SigningPubKey = '' } }) => ({
    Signer: { Account, SigningPubKey, TxnSignature: '00' },
  }))
  const draft = {
    TransactionType: 'Payment',
    Destination: cat.address,
    Amount: '100',
    Delegate: clerk.address,
    SigningPubKey: '',
    Signers: signers,
    Fee: '30',
  }
  expect(world.send(owner, { ...draft, Fee: '29' }).result).toBe('telINSUF_FEE_P')
  expect(world.send(owner, { ...draft, Signers: signers.slice(1), Fee: '20' }).result).toBe('tefBAD_QUORUM')
  expect(world.send(owner, { ...draft, Delegate: owner.address }).result).toBe('temBAD_SIGNER')
  expect(world.send(owner, draft).result).toBe('tesSUCCESS')
  expect({ owner: world.drops(owner), clerk: world.drops(clerk) }).toEqual({
    owner: before.owner - 100n,
    clerk: before.clerk - 30n,
  })
})
