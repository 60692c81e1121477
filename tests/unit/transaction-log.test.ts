import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLedgerSession } from '#local/lib/ledger-session.ts'
import { openTransactionLog } from '#local/lib/transaction-log.ts'
import { demoAccount } from '#local/stack/people.ts'
import { genesis, GENESIS_SEED, withLedger } from 'local-ledger/tests/support.ts'

const holder = { address: genesis.address, seed: GENESIS_SEED }
const payee = demoAccount('Payee of the log', 'collector')
const payment = (drops: number) => ({
  TransactionType: 'Payment',
  Destination: payee.address,
  Amount: String(drops),
})

test('a session that was interrupted anywhere continues, and nothing is paid twice', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-log-'))
  const file = path.join(dir, 'log')
  try {
    await withLedger({}, async ({ url }) => {
      const first = await openLedgerSession(url, openTransactionLog(file))
      const validated = await first.send(holder, payment(10_000_000))
      await first.settle()
      const waiting = await first.send(holder, payment(2))
      // The process ended while writing this line, so its transaction was not submitted.
      await appendFile(file, '{"account":"r')

      const second = await openLedgerSession(url, openTransactionLog(file))
      expect(await second.send(holder, payment(10_000_000))).toBe(validated)
      expect(await second.send(holder, payment(2))).toBe(waiting)
      const next = await second.send(holder, payment(3))
      expect([...(await second.settle()).values()].map(({ result }) => result)).toEqual(
        Array.from({ length: 3 }, () => 'tesSUCCESS'),
      )
      expect(await second.balanceOf(payee.address)).toBe(10_000_005n)

      const third = openTransactionLog(file)
      expect([third.next()?.txid, third.next()?.txid, third.next()?.txid, third.next()]).toEqual([
        validated,
        waiting,
        next,
        null,
      ])
    })
  } finally {
    await rm(dir, { recursive: true })
  }
})

test('a log of other transactions is refused', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'opx-log-'))
  const file = path.join(dir, 'log')
  try {
    await withLedger({}, async ({ url }) => {
      const first = await openLedgerSession(url, openTransactionLog(file))
      await first.run(holder, payment(10_000_000))
      const second = await openLedgerSession(url, openTransactionLog(file))
      await expect(second.send(payee, payment(1))).rejects.toThrow('do not fit')
    })
  } finally {
    await rm(dir, { recursive: true })
  }
})
