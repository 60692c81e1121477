import { expect, test } from 'vitest'
import { lsfRequireAuth, noTransferFee } from '#contract/rules/ledger.ts'
import { canHold } from '#worker/domain/demand/sale-price.ts'
import type { TrustLine } from '#worker/ports/ledger/port.ts'

const gold = { currency: 'GLD', issuer: 'rGold' }
const open: TrustLine = {
  ...gold,
  balance: '5',
  limit: '25',
  frozen: false,
  closed: false,
  authorised: false,
  noRipple: true,
}
const issuer = {
  ledgerIndex: 1,
  balance: 0n,
  ticketCount: 0,
  regularKey: null,
  liveTokens: 0,
  domain: null,
  sequence: 1,
  ownerCount: 0,
  minter: null,
  transferRate: noTransferFee,
}

/** Returns whether an account with this trust line can receive 20 GLD from an issuer with these flags. */
const takes = (line: Partial<TrustLine>, flags = 0) => {
  const ledger = {
    findAccount: async () => ({ ...issuer, flags }),
    listLines: async () => [{ ...open, ...line }],
  }
  return canHold({ ledger }, 'rPayee', 20_000_000n, gold)
}

test('a line takes a payment if it is open, authorised where that is required, and has room', async () => {
  expect(await takes({})).toBe(true)
  expect(await takes({ authorised: true }, lsfRequireAuth)).toBe(true)
  expect(await takes({}, lsfRequireAuth)).toBe(false)
  expect(await takes({ closed: true })).toBe(false)
  expect(await takes({ frozen: true })).toBe(false)
  expect(await takes({ limit: '24.9' })).toBe(false)
  expect(await takes({ currency: 'USD' })).toBe(false)
})
