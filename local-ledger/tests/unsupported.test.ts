import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type * as Codec from 'ripple-binary-codec'
import type * as Keypairs from 'ripple-keypairs'
import { expect, test } from 'vitest'
import type { Wallet } from 'xrpl'
import { findRules } from '#ledger/transactions/registry.ts'
import { fundedWallet, rpc, withLedger } from './support.ts'

const load = createRequire(import.meta.url)
const { DEFAULT_DEFINITIONS, encode, encodeForSigning }: typeof Codec = load('ripple-binary-codec')
const { sign }: typeof Keypairs = load('ripple-keypairs')

const pseudoTypes = ['EnableAmendment', 'SetFee', 'UNLModify']
const allTypes = Object.keys(DEFAULT_DEFINITIONS.transactionType).filter(
  (name) => /^[A-Z]/.test(name) && name !== 'Invalid',
)
const unsupportedTypes = allTypes.filter(
  (name) => findRules(name) === undefined && !pseudoTypes.includes(name),
)

const MPT_HOLDER = 'rrrrrrrrrrrrrrrrrrrrBZbvji'
const MPT = '0000000000000000000000000000000000000000000000AA'

/** Fields of many kinds. The type does not have some of them, and this ledger could not use others. */
const oddFields = {
  Asset: { mpt_issuance_id: MPT },
  Asset2: { currency: 'XRP' },
  Amount: { mpt_issuance_id: MPT, value: '10' },
  LimitAmount: { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', value: '1' },
  AssetsMaximum: '1000.5',
  Data: '00',
}

function signedBlob(wallet: Wallet, json: object): string {
  const fields = { ...json, SigningPubKey: wallet.publicKey }
  return encode({ ...fields, TxnSignature: sign(encodeForSigning(fields), wallet.privateKey) })
}

const notSupported = (type: string) => ({
  status: 'success',
  engine_result: 'temUNKNOWN',
  engine_result_code: -264,
  engine_result_message: `${type} is not supported by the local ledger.`,
})

test('a type without rules is always answered with "not supported", whatever its fields', async () => {
  expect(unsupportedTypes).toEqual(
    expect.arrayContaining(['VaultCreate', 'AMMDeposit', 'EscrowCreate', 'Clawback']),
  )
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const keys = { seed: wallet.seed, key_type: 'ed25519' }
    for (const type of unsupportedTypes) {
      const json = { TransactionType: type, Account: wallet.address, Fee: '10', Sequence: 3, ...oddFields }
      const tx_blob = signedBlob(wallet, json)
      const expected = notSupported(type)
      expect(await rpc(url, 'submit', { tx_blob })).toMatchObject(expected)
      expect(await rpc(url, 'submit', { tx_blob })).toMatchObject({
        ...expected,
        applied: false,
        kept: false,
      })
      expect(await rpc(url, 'submit', { ...keys, tx_json: json })).toMatchObject(expected)
      expect(await rpc(url, 'submit', { ...keys, tx_json: { ...json, NoSuchField: 1 } })).toMatchObject(
        expected,
      )
      expect(await rpc(url, 'simulate', { tx_json: json })).toMatchObject({ ...expected, applied: false })
      expect(await rpc(url, 'submit_multisigned', { tx_json: json })).toMatchObject(expected)
    }
  })
})

test('the README names every type without rules, and no type that has rules', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const gaps = readme.slice(readme.indexOf('**Transaction types.**'), readme.indexOf('**Parts of types.**'))
  const named = allTypes.filter((name) => new RegExp(`\\b${name}\\b`).test(gaps))
  expect(named.toSorted()).toEqual(unsupportedTypes.toSorted())
})

test('a check of a multi-purpose token needs an amendment that is not in force', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const common = { Account: wallet.address, Fee: '10', Sequence: 3 }
    const amount = { mpt_issuance_id: MPT, value: '10' }
    const create = { ...common, TransactionType: 'CheckCreate', Destination: MPT_HOLDER, SendMax: amount }
    const cash = { ...common, TransactionType: 'CheckCash', CheckID: 'AB'.repeat(32), Amount: amount }
    for (const json of [create, cash]) {
      const reply = await rpc(url, 'submit', { tx_blob: signedBlob(wallet, json) })
      expect(reply.engine_result).toBe('temDISABLED')
    }
  })
})

test('a pseudo-transaction cannot be submitted', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    for (const type of pseudoTypes) {
      const json = { TransactionType: type, Account: wallet.address, Fee: '10', Sequence: 3 }
      expect(await rpc(url, 'submit', { tx_blob: signedBlob(wallet, json) })).toMatchObject({
        error: 'invalidTransaction',
        error_exception: 'fails local checks: Cannot submit pseudo transactions.',
      })
    }
  })
})

test('a type that no server knows is refused by its name', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const tx_json = { TransactionType: 'NFTokenDream', Account: wallet.address }
    const reply = await rpc(url, 'submit', { seed: wallet.seed, key_type: 'ed25519', tx_json })
    expect(reply).toMatchObject({ status: 'error', error: 'invalidParams' })
  })
})
