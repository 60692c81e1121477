import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { getNFTokenID } from 'xrpl'
import {
  type Amendment,
  amendmentsNamed,
  amendmentsOf,
  mainnetAmendments,
} from '#ledger/entries/amendments.ts'
import { ChainWorld, usd } from './chain-world.ts'
import { rpc, withLedger } from './support.ts'

// Ids from xrpl.org "Known Amendments".
const BATCH_V1_1 = '9F287AED3CDB50A7BD1ACEC24296A30C9B5230CCD136219317AC790E3B884377'
const FIX_BATCH_V1_2 = '14A2B45E48A4A124D1BBA657AC7B0DC3D5EA8C256C89E8F0D8142D32960A7944'

async function stateOf(url: string) {
  const [{ node }, { info }] = [
    await rpc(url, 'ledger_entry', { amendments: true }),
    await rpc(url, 'server_info'),
  ]
  return { amendments: Object(node).Amendments, version: Object(info).build_version }
}

test('a new ledger has the amendments of Mainnet in force', async () => {
  await withLedger({}, async ({ url }) => {
    const { amendments, version } = await stateOf(url)
    expect(amendments).toEqual(expect.arrayContaining([BATCH_V1_1, FIX_BATCH_V1_2]))
    expect(version).toBe('3.3.0-b0')
  })
})

test('what Mainnet has not adopted is known and not in force, and can be chosen', async () => {
  const optional = ['LendingProtocol', 'SingleAssetVault', 'XChainBridge', 'DynamicMPT', 'fixCleanup3_4_0']
  const states = async (url: string) => {
    const { features } = await rpc(url, 'feature')
    const amendments: { name: string; enabled: boolean }[] = Object.values(Object(features))
    return optional.map((name) => amendments.find((one) => one.name === name)?.enabled)
  }
  await withLedger({}, async ({ url }) => {
    expect(await states(url)).toEqual(optional.map(() => false))
  })
  await withLedger({ amendments: [...mainnetAmendments, ...amendmentsNamed(optional)] }, async ({ url }) => {
    expect(await states(url)).toEqual(optional.map(() => true))
  })
  expect(() => amendmentsNamed(['Batch'])).toThrow('There is no amendment Batch')
})

test('with fixCleanup3_4_0 an issuer under its own global freeze may make an NFT offer in its currency', () => {
  const outcome = (amendments: Amendment[]) => {
    const world = new ChainWorld(1, { amendments: [...mainnetAmendments, ...amendments] })
    const [issuer] = world.actors
    if (issuer === undefined) throw new Error('There is no account.')
    const { metadata } = world.send(issuer, { TransactionType: 'NFTokenMint', NFTokenTaxon: 0, Flags: 8 })
    const id = getNFTokenID(JSON.parse(JSON.stringify(metadata)))
    world.send(issuer, { TransactionType: 'AccountSet', SetFlag: 7 })
    const offer = {
      TransactionType: 'NFTokenCreateOffer',
      NFTokenID: id ?? '',
      Flags: 1,
      Amount: usd(issuer, '1'),
    }
    return world.send(issuer, offer).result
  }
  expect(outcome([])).toBe('tecFROZEN')
  expect(outcome(['fixCleanup3_4_0'])).toBe('tesSUCCESS')
})

test('an older set of amendments can be chosen, for a stored ledger too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ledger-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await withLedger({ dir, amendments: amendmentsOf('3.2.0') }, async ({ url }) => {
    const { amendments, version } = await stateOf(url)
    expect(amendments).toHaveLength(46)
    expect(amendments).not.toContain(BATCH_V1_1)
    expect(version).toBe('3.2.0')
    await rpc(url, 'ledger_accept')
  })
  await withLedger({ dir }, async ({ url }) => {
    expect((await stateOf(url)).amendments).toContain(BATCH_V1_1)
  })
  expect(() => amendmentsOf('2.0.0')).toThrow('known versions: 3.2.0, 3.3.0-b0')
})
