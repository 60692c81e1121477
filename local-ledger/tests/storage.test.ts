import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fundedWallet, post, rpc, withLedger } from './support.ts'

// Stored ledgers survive a stop, a kill and a truncated last line.

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'ledger-test-'))
})
afterEach(() => {
  rmSync(dir, { recursive: true, force: true })
})

const stateOf = async (url: string) => (await fetch(`${url}/admin/state`)).json()

test('a stopped ledger continues from its last state', async () => {
  let before: unknown
  let address = ''
  await withLedger({ dir }, async ({ url }) => {
    address = (await fundedWallet(url)).address
    await post(`${url}/admin/advance-clock`, { seconds: 3600 })
    await rpc(url, 'ledger_accept')
    before = await stateOf(url)
  })
  await withLedger({ dir }, async ({ url }) => {
    expect(await stateOf(url)).toEqual(before)
    const history = await rpc(url, 'account_tx', { account: address })
    expect(history.transactions).toHaveLength(1)
    await rpc(url, 'ledger_accept')
    expect(await stateOf(url)).toMatchObject({ ledger_index: 5 })
  })
})

test('a truncated line at the end of the files is dropped', async () => {
  await withLedger({ dir }, async ({ url }) => {
    await fundedWallet(url)
  })
  for (const name of ['index.jsonl', 'changes.jsonl', 'bodies.jsonl'])
    appendFileSync(join(dir, name), '{"seq":4,"chan')
  await withLedger({ dir }, async ({ url }) => {
    expect(await stateOf(url)).toMatchObject({ ledger_index: 3 })
    const wallet = await fundedWallet(url)
    expect((await rpc(url, 'account_tx', { account: wallet.address })).transactions).toHaveLength(1)
  })
})

test('a reset removes the old ledger completely', async () => {
  await withLedger({ dir }, async ({ url }) => {
    await fundedWallet(url)
    await post(`${url}/admin/reset`, '')
    expect(await stateOf(url)).toMatchObject({ ledger_index: 2, transactions: 0 })
    await rpc(url, 'ledger_accept')
  })
  await withLedger({ dir }, async ({ url }) => {
    expect(await stateOf(url)).toMatchObject({ ledger_index: 3, transactions: 0 })
  })
})

test('a killed process loses at most the open ledger', { timeout: 20_000 }, async () => {
  const script = join(import.meta.dirname, '..', 'main.ts')
  const child = spawn(process.execPath, [script, '--port', '0', '--dir', dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => resolve(/http:\S+\d/.exec(String(text))?.[0] ?? ''))
  })
  const wallet = await fundedWallet(url)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  await withLedger({ dir }, async (ledger) => {
    const info = await rpc(ledger.url, 'account_info', { account: wallet.address, ledger_index: 'validated' })
    expect(info.account_data).toMatchObject({ Balance: '100000000' })
  })
})
