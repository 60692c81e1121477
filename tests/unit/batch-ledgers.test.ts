import { describe, expect, test } from 'vitest'
import { recordedLedgers } from '#tests/support/recorded-ledgers.ts'
import { batchPayments } from '#worker/ledger/batch-payments.ts'
import { ledgerChanges } from '#worker/ledger/index-changes.ts'
import { readLedger } from '#worker/ledger/read-ledger.ts'

const recorded = recordedLedgers().filter(({ name }) => name.startsWith('batch-'))

function ledgerOf(name: string) {
  const record = recorded.find((one) => one.name === name)
  const ledger = record && readLedger(record.result, record.index)
  if (ledger === undefined || ledger === null) throw new Error(`no ledger ${name}`)
  const changes = ledgerChanges(ledger)
  const batches = new Set(changes.history.flatMap(({ parentBatchId }) => parentBatchId ?? []))
  return { ledger, changes, payments: batchPayments(ledger.transactions, batches) }
}

const outerOf = ({ ledger }: ReturnType<typeof ledgerOf>) =>
  ledger.transactions.find(({ tx }) => tx.TransactionType === 'Batch')?.hash

test('the list of a ledger is in no order, and is put into that of execution', () => {
  const shuffled = recorded.filter(({ result }) => {
    const listed: unknown = Reflect.get(Object(result['ledger']), 'transactions')
    const positions = (Array.isArray(listed) ? listed : []).map((entry): unknown =>
      Reflect.get(Object(Reflect.get(Object(entry), 'meta')), 'TransactionIndex'),
    )
    return positions.some((position, at) => position !== at)
  })
  expect(shuffled.length).toBeGreaterThan(50)
  for (const { result, index } of shuffled) {
    const ledger = readLedger(result, index)
    expect(ledger?.isOrdered).toBe(true)
    expect(ledger?.transactions.map(({ meta }) => meta.TransactionIndex)).toEqual(
      ledger?.transactions.map((_entry, at) => at),
    )
  }
})

test('every inner transaction has the hash of its outer one, no fee and no signature', () => {
  const inner = recorded.flatMap(({ result, index }) => {
    const transactions = readLedger(result, index)?.transactions ?? []
    const outer = new Set(
      transactions.filter(({ tx }) => tx.TransactionType === 'Batch').map(({ hash }) => hash),
    )
    return transactions.flatMap(({ tx, meta }) =>
      meta.ParentBatchID === undefined ? [] : [{ tx, isKnown: outer.has(meta.ParentBatchID) }],
    )
  })
  expect(inner.length).toBeGreaterThan(200)
  for (const { tx, isKnown } of inner)
    expect([isKnown, tx['Fee'], tx['SigningPubKey'], tx['TxnSignature']]).toEqual([true, '0', '', undefined])
})

describe('what a Batch does', () => {
  test('eight mints in one are eight tokens, each once', () => {
    const bulk = ledgerOf('batch-bulk:s6')
    expect(bulk.changes.nfts.size).toBe(8)
    expect(bulk.changes.history.map(({ type, parentBatchId }) => [type, parentBatchId])).toEqual(
      Array.from({ length: 8 }, () => ['mint', outerOf(bulk)]),
    )
  })

  test('a purchase and the marketplace’s fee belong together', () => {
    const name = recorded.find(({ name: one, result }) => {
      const text = JSON.stringify(result)
      return (
        one.startsWith('batch-brokered:') &&
        text.includes('"ParentBatchID"') &&
        text.includes('"TransactionType":"Payment"') &&
        text.includes('"TransactionType":"NFTokenAcceptOffer"')
      )
    })?.name
    const contents = ledgerOf(name ?? '')
    const [sale] = contents.changes.history.filter(({ type }) => type === 'sale')
    expect(sale).toMatchObject({ amountDrops: 10_000_000n, parentBatchId: outerOf(contents) })
    expect(contents.payments).toMatchObject([
      { parentBatchId: outerOf(contents), account: sale?.buyer, amount: '100000' },
    ])
  })

  test('a mint on demand is a mint, a sale and a payout to the artist', () => {
    const contents = recorded
      .filter(({ name }) => name.startsWith('batch-mint-on-demand:'))
      .map(({ name }) => ledgerOf(name))
      .find(({ payments, changes }) => payments.length > 0 && changes.history.length > 0)
    expect(contents?.changes.history.map(({ type }) => type).toSorted()).toEqual([
      'mint',
      'sale',
      'sell_offer',
    ])
    const [sale] = contents?.changes.history.filter(({ type }) => type === 'sale') ?? []
    expect(sale?.amountDrops).toBe(20_000_000n)
    expect(contents?.payments).toMatchObject([
      { account: sale?.seller, destination: sale?.issuer, amount: '17600000' },
    ])
  })

  test('what the outer transaction proposes is not taken for what happened', () => {
    const failed = recorded.flatMap(({ name, result, index }) => {
      const ledger = readLedger(result, index)
      const all = ledger?.transactions ?? []
      const isAlone = all.length > 0 && all.every(({ tx }) => tx.TransactionType === 'Batch')
      return ledger !== null && isAlone ? [{ name, ledger }] : []
    })
    expect(failed.length).toBeGreaterThan(10)
    for (const { name, ledger } of failed) {
      const { nfts, offers, history, rereads } = ledgerChanges(ledger)
      expect([name, nfts.size, offers.size, history.length, rereads.notes.size]).toEqual([name, 0, 0, 0, 0])
    }
  })
})
