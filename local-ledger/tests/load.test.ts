import { expect, test } from 'vitest'
import { Wallet } from 'xrpl'
import { asJson, fundedWallet, post, rpc, withLedger } from './support.ts'

// Tests a busy network. Source: the server's FeeEscalation and TxQ; xrpl.org "Transaction Cost", "Transaction Queue".

const setLoad = (url: string, load: object) => post(`${url}/admin/load`, load)
const accept = (url: string) => rpc(url, 'ledger_accept')

async function submit(url: string, wallet: Wallet, fields: Record<string, unknown>) {
  const info = asJson(
    (await rpc(url, 'account_info', { account: wallet.address, ledger_index: 'current' })).account_data,
  )
  const { tx_blob, hash } = wallet.sign({
    TransactionType: 'AccountSet',
    Account: wallet.address,
    Fee: '10',
    Sequence: Number(info['Sequence']),
    ...fields,
  })
  const answer: Record<string, unknown> = await rpc(url, 'submit', { tx_blob })
  return { answer, code: answer.engine_result, hash }
}

const isValidated = async (url: string, hash: string) =>
  (await rpc(url, 'tx', { transaction: hash })).validated === true

test('a full open ledger costs the square of its size', async () => {
  await withLedger({}, async ({ url }) => {
    await accept(url)
    await setLoad(url, { ledgerSize: 5, others: 5 })
    const roomy = await rpc(url, 'fee')
    expect(roomy.drops).toMatchObject({ base_fee: '10', open_ledger_fee: '10' })
    await setLoad(url, { ledgerSize: 5, others: 12 })
    const busy = await rpc(url, 'fee')
    // 128,000 x 12² / 5² = 737,280. The base cost of 10 drops corresponds to 256.
    expect(busy).toMatchObject({
      current_ledger_size: '12',
      expected_ledger_size: '5',
      drops: { base_fee: '10', median_fee: '5000', minimum_fee: '10', open_ledger_fee: '28800' },
      levels: { open_ledger_level: '737280' },
    })
    const { info } = await rpc(url, 'server_info')
    expect(asJson(info)['load_factor']).toBe(2880)
    await setLoad(url, {})
    expect((await rpc(url, 'fee')).drops).toMatchObject({ open_ledger_fee: '10' })
  })
})

test('a server fills in no more than ten times the base cost, and simulates with a fee that suffices', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    await setLoad(url, { ledgerSize: 5, others: 12 })
    const tx_json = { TransactionType: 'AccountSet', Account: wallet.address }
    expect(await rpc(url, 'simulate', { tx_json })).toMatchObject({
      error: 'highFee',
      error_code: 11,
      error_message: 'Fee of 28800 exceeds the requested tx limit of 100',
    })
    expect(await rpc(url, 'submit', { seed: wallet.seed, key_type: 'ed25519', tx_json })).toMatchObject({
      error: 'highFee',
    })
    const low = await rpc(url, 'simulate', { tx_json: { ...tx_json, Fee: '28799' } })
    expect(low.engine_result).toBe('telCAN_NOT_QUEUE')
    const enough = await rpc(url, 'simulate', { tx_json: { ...tx_json, Fee: '28800' } })
    expect(enough.engine_result).toBe('tesSUCCESS')
    const malformed = await rpc(url, 'simulate', {
      tx_json: { ...tx_json, Fee: '10', SetFlag: 3, ClearFlag: 3 },
    })
    expect(malformed.engine_result).toBe('temINVALID_FLAG')
  })
})

test('what pays too little waits in the queue; what pays enough enters at once', async () => {
  await withLedger({}, async ({ url }) => {
    const [poor, rich] = [await fundedWallet(url), await fundedWallet(url)]
    await setLoad(url, { ledgerSize: 5, others: 12 })
    const waiting = await submit(url, poor, {})
    expect(waiting.answer).toMatchObject({
      engine_result: 'terQUEUED',
      queued: true,
      applied: false,
      broadcast: true,
    })
    expect(waiting.answer.account_sequence_available).toBe(Number(waiting.answer.account_sequence_next) + 1)
    const entered = await submit(url, rich, { Fee: '28800' })
    expect(entered.answer).toMatchObject({ engine_result: 'tesSUCCESS', applied: true, queued: false })
    expect((await submit(url, rich, { Fee: '9' })).code).toBe('telINSUF_FEE_P')
    await accept(url)
    expect(await isValidated(url, entered.hash)).toBe(true)
    // The queued transaction entered the ledger that opened at that close, so this close validates it.
    await accept(url)
    expect(await isValidated(url, waiting.hash)).toBe(true)
  })
})

test('the queue holds ten of an account, in order, and replaces one by a better paid one', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    const info = asJson((await rpc(url, 'account_info', { account: wallet.address })).account_data)
    const first = Number(info['Sequence'])
    await setLoad(url, { ledgerSize: 5, others: 12 })
    const send = async (at: number, fields: object = {}) =>
      (await submit(url, wallet, { Sequence: first + at, ...fields })).code
    expect(await send(1)).toBe('terPRE_SEQ')
    expect(await send(0, { LastLedgerSequence: 1 })).toBe('tefMAX_LEDGER')
    const { ledger_current_index: open } = await rpc(url, 'fee')
    expect(await send(0, { LastLedgerSequence: Number(open) + 1 })).toBe('telCAN_NOT_QUEUE')
    expect(await send(0, { LastLedgerSequence: Number(open) + 2 })).toBe('terQUEUED')
    expect(await send(0, { Fee: '12' })).toBe('telCAN_NOT_QUEUE_FEE')
    expect(await send(0, { Fee: '13' })).toBe('terQUEUED')
    expect(await send(2)).toBe('telCAN_NOT_QUEUE')
    expect(await send(1, { TransactionType: 'SetRegularKey' })).toBe('telCAN_NOT_QUEUE_BLOCKS')
    for (let at = 1; at < 10; at += 1) expect(await send(at)).toBe('terQUEUED')
    expect(await send(10)).toBe('telCAN_NOT_QUEUE_FULL')
    const { queue_data } = await rpc(url, 'account_info', {
      account: wallet.address,
      ledger_index: 'current',
      queue: true,
    })
    expect(queue_data).toEqual({ txn_count: 10 })
    expect((await rpc(url, 'fee')).current_queue_size).toBe('10')
    // Six transactions at the base cost fit into each new ledger before the other users' transactions arrive. The server
    // retries the one that did not fit.
    await accept(url)
    expect((await rpc(url, 'fee')).current_queue_size).toBe('5')
    await accept(url)
    await accept(url)
    expect((await rpc(url, 'account_info', { account: wallet.address })).account_data).toMatchObject({
      Sequence: first + 11,
    })
  })
})

test('fees in flight must leave the reserve, and a transaction that would fail does not wait', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url, '3000000')
    const info = asJson((await rpc(url, 'account_info', { account: wallet.address })).account_data)
    const first = Number(info['Sequence'])
    await setLoad(url, { ledgerSize: 5, others: 200 })
    expect((await submit(url, wallet, { Fee: '1000000' })).code).toBe('terQUEUED')
    expect((await submit(url, wallet, { Sequence: first + 1 })).code).toBe('telCAN_NOT_QUEUE_BALANCE')
    const stranger = Wallet.generate()
    const { tx_blob } = stranger.sign({
      TransactionType: 'AccountSet',
      Account: stranger.address,
      Fee: '10',
      Sequence: 1,
    })
    expect((await rpc(url, 'submit', { tx_blob })).engine_result).toBe('terNO_ACCOUNT')
  })
})

test('a network that keeps up learns to take more', async () => {
  await withLedger({ ledgerSize: 5 }, async ({ url }) => {
    const wallets = [await fundedWallet(url), await fundedWallet(url)]
    for (const wallet of wallets)
      for (let at = 0; at < 5; at += 1) await submit(url, wallet, { Fee: '100000' })
    await accept(url)
    // The expected size grows by a fifth, from 10 to 12.
    expect(await rpc(url, 'fee')).toMatchObject({ expected_ledger_size: '12', max_queue_size: '2000' })
  })
})
