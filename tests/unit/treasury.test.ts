import { deriveAddress, deriveKeypair, generateSeed } from 'ripple-keypairs'
import { expect, test } from 'vitest'
import { createTreasury } from '#worker/ports/treasury/local-key.ts'
import type { TreasuryOrder } from '#worker/ports/treasury/port.ts'

const seed = generateSeed()
const account = deriveAddress(deriveKeypair(seed).publicKey)
const treasury = createTreasury(seed, '')
const common = { Account: account, Fee: '12', Sequence: 0, TicketSequence: 5, LastLedgerSequence: 100 }

function broker(
  change: Partial<Extract<TreasuryOrder, { kind: 'broker' }>>,
  fields: Record<string, unknown> = {},
): TreasuryOrder {
  return {
    kind: 'broker',
    sellDrops: 10_000_000n,
    buyDrops: 10_100_000n,
    feeOf: 'listing',
    tx: {
      ...common,
      TransactionType: 'NFTokenAcceptOffer',
      NFTokenSellOffer: 'A'.repeat(64),
      NFTokenBuyOffer: 'B'.repeat(64),
      NFTokenBrokerFee: '100000',
      ...fields,
    },
    ...change,
  }
}

test('signs a match with exactly the published fee', () => {
  expect(treasury.account).toBe(account)
  expect(treasury.sign(broker({})).hash).toMatch(/^[0-9A-F]{64}$/)
})

const refused: [string, TreasuryOrder][] = [
  ['a fee that keeps the spread', broker({ buyDrops: 12_000_000n }, { NFTokenBrokerFee: '2000000' })],
  ['a fee that does not add up', broker({}, { NFTokenBrokerFee: '99999' })],
  [
    'a price below the minimum',
    broker({ sellDrops: 99_000n, buyDrops: 99_990n }, { NFTokenBrokerFee: '990' }),
  ],
  ['a cost above the ceiling', broker({}, { Fee: '10001' })],
  ['a field that does not belong', broker({}, { Memos: [] })],
  ['another account', broker({}, { Account: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp' })],
  ['a transaction that never expires', broker({}, { LastLedgerSequence: undefined })],
  [
    'a payment under another name',
    { kind: 'cancel', tx: { ...common, TransactionType: 'Payment', Amount: '1', Destination: account } },
  ],
  [
    'an empty cancellation',
    { kind: 'cancel', tx: { ...common, TransactionType: 'NFTokenCancelOffer', NFTokenOffers: [] } },
  ],
  [
    'too many tickets',
    { kind: 'tickets', tx: { ...common, TransactionType: 'TicketCreate', TicketCount: 251 } },
  ],
]

test.each(refused)('refuses %s', (_name, order) => {
  expect(() => treasury.sign(order)).toThrow('refuses to sign')
})
