import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { fundedWallet, GENESIS_SEED, genesis, post, rpc, withLedger } from './support.ts'

// Tests the faults listed in local-ledger/server/faults.ts.

const setFaults = (url: string, rules: object[]) => post(`${url}/admin/faults`, rules)
const payment = (to: string) => ({
  TransactionType: 'Payment',
  Account: genesis.address,
  Destination: to,
  Amount: '7',
})
const pay = (url: string, to: string) => rpc(url, 'submit', { secret: GENESIS_SEED, tx_json: payment(to) })
const lookUp = (url: string, hash: unknown) => rpc(url, 'tx', { transaction: hash })

test('a lost submission is answered and never validated', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    await setFaults(url, [{ kind: 'lose', times: 1 }])
    const lost = await pay(url, wallet.address)
    expect(lost.engine_result).toBe('tesSUCCESS')
    await rpc(url, 'ledger_accept')
    expect((await lookUp(url, lost.hash)).error).toBe('txnNotFound')
    const second = await pay(url, wallet.address)
    await rpc(url, 'ledger_accept')
    expect((await lookUp(url, second.hash)).validated).toBe(true)
  })
})

test('a delayed submission is validated later', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    await setFaults(url, [{ kind: 'delay', ledgers: 2, times: 1 }])
    const { hash } = await pay(url, wallet.address)
    const messages: unknown[] = []
    for (let ledger = 0; ledger < 3; ledger += 1) {
      await rpc(url, 'ledger_accept')
      messages.push((await lookUp(url, hash)).validated)
    }
    expect(messages).toEqual([false, false, true])
  })
})

test('a submission fails with the requested code', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    await setFaults(url, [
      { kind: 'fail', code: 'telINSUF_FEE_P', times: 1 },
      { kind: 'fail', code: 'tecINSUFFICIENT_FUNDS', stage: 'final', times: 1, transactionType: 'Payment' },
    ])
    const refused = await pay(url, wallet.address)
    expect(refused.engine_result).toBe('telINSUF_FEE_P')
    await rpc(url, 'ledger_accept')
    expect((await lookUp(url, refused.hash)).error).toBe('txnNotFound')
    const { hash, engine_result: first } = await pay(url, wallet.address)
    await rpc(url, 'ledger_accept')
    const final = await lookUp(url, hash)
    expect(first).toBe('tesSUCCESS')
    expect(final.meta).toMatchObject({ TransactionResult: 'tecINSUFFICIENT_FUNDS' })
  })
})

test('responses are delayed, errors, HTML or missing', async () => {
  await withLedger({}, async ({ url }) => {
    await setFaults(url, [
      { kind: 'slow', ms: 80, times: 1 },
      { kind: 'http-error', status: 503, times: 1, after: 1 },
      { kind: 'html', status: 502, times: 1 },
      { kind: 'rpc-error', error: 'slowDown', times: 1 },
      { kind: 'drop', times: 1, method: 'ping' },
    ])
    const started = Date.now()
    const page = await post(url, { method: 'fee' })
    expect(Date.now() - started).toBeGreaterThanOrEqual(75)
    expect(page.status).toBe(502)
    expect(await page.text()).toContain('<html>')
    expect((await post(url, { method: 'fee' })).status).toBe(503)
    expect((await rpc(url, 'fee')).error).toBe('slowDown')
    await expect(rpc(url, 'ping')).rejects.toThrow('fetch failed')
    expect((await rpc(url, 'ping')).status).toBe('success')
  })
})

test('a follower gets a ledger twice, or not at all', async () => {
  await withLedger({}, async ({ url }) => {
    for (let ledger = 0; ledger < 4; ledger += 1) await rpc(url, 'ledger_accept')
    await setFaults(url, [
      { kind: 'skip-ledger', times: 1, method: 'ledger' },
      { kind: 'repeat-ledger', times: 1, method: 'ledger' },
    ])
    const indexes: unknown[] = []
    for (let round = 0; round < 3; round += 1)
      indexes.push((await rpc(url, 'ledger', { ledger_index: 4 })).ledger_index)
    expect(indexes).toEqual([5, 3, 4])
  })
})

test('a second endpoint lags behind', async () => {
  await withLedger({}, async ({ url }) => {
    const wallet = await fundedWallet(url)
    for (let ledger = 0; ledger < 4; ledger += 1) await rpc(url, 'ledger_accept')
    const { hash } = await pay(url, wallet.address)
    await rpc(url, 'ledger_accept')
    const late = `${url}/behind/3`
    expect((await rpc(url, 'ledger', { ledger_index: 'validated' })).ledger_index).toBe(8)
    expect((await rpc(late, 'ledger', { ledger_index: 'validated' })).ledger_index).toBe(5)
    expect((await rpc(late, 'ledger', { ledger_index: 7 })).error).toBe('lgrNotFound')
    expect((await lookUp(late, hash)).error).toBe('txnNotFound')
    expect((await rpc(late, 'server_info')).info).toMatchObject({ complete_ledgers: '2-5' })
  })
})

test('streams of the lagging endpoint lag too', async () => {
  await withLedger({}, async ({ url, wsUrl }) => {
    const socket = new WebSocket(`${wsUrl}/behind/2`)
    await new Promise((resolve) => socket.once('open', resolve))
    const announced: number[] = []
    socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'ledgerClosed') announced.push(message.ledger_index)
    })
    const answered = new Promise((resolve) => socket.once('message', resolve))
    socket.send(JSON.stringify({ command: 'subscribe', streams: ['ledger'] }))
    await answered
    for (let ledger = 0; ledger < 4; ledger += 1) await rpc(url, 'ledger_accept')
    await expect.poll(() => announced, { timeout: 30_000 }).toEqual([3, 4])
    socket.terminate()
  })
})

test('WebSockets are closed on request', async () => {
  await withLedger({}, async ({ url, wsUrl }) => {
    const socket = new WebSocket(wsUrl)
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await post(`${url}/admin/drop-websockets`, '')
    await closed
    expect(socket.readyState).toBe(WebSocket.CLOSED)
  })
})

test('an invalid rule is refused with a message', async () => {
  await withLedger({}, async ({ url }) => {
    const refused = await setFaults(url, [{ kind: 'earthquake' }])
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('kind must be one of')
  })
})
