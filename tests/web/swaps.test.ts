import { describe, expect, it } from 'vitest'
import type { Swap } from '#contract/schemas/swaps.ts'
import { readSwapSearch } from '#web/features/swap/swap-search.ts'
import { roleIn, swapTitle, swapWords } from '#web/features/swap/swap-words.ts'

const swap: Swap = {
  id: '00000000-0000-4000-8000-000000000000',
  state: 'proposed',
  proposer: 'rs5wxrBTSErywDDfPs5NY4Zorrca5QMGVd',
  partner: 'rnTgVMRwxQmAwUEoYPxsL8MrurmHWA9Bh1',
  gives: [],
  gets: [],
  drops: '0',
  payer: 'proposer',
  createdAt: '2026-11-20T00:00:00Z',
  expiresAt: '2026-11-27T00:00:00Z',
  agreedUntil: null,
  handedOut: false,
  feeDrops: null,
  txid: null,
  message: null,
}

describe('the words of a swap', () => {
  it('are those of the viewer’s role', () => {
    expect([swap.proposer, swap.partner, null].map((viewer) => roleIn(swap, viewer))).toEqual([
      'proposer',
      'partner',
      'visitor',
    ])
    expect(swapWords(swap, 'partner').title).toBe('You have been offered a swap')
    expect(swapWords({ ...swap, state: 'agreed' }, 'proposer').title).toBe('Ready to complete')
  })

  it('say until when a signature that was handed out can be used', () => {
    const agreedUntil = '2026-11-20T12:00:00Z'
    const agreed: Swap = { ...swap, state: 'agreed', agreedUntil }
    const handedOut = { ...agreed, handedOut: true }
    expect(swapWords(handedOut, 'proposer').sentence).toMatch(/can happen until .*2026/)
    expect(swapWords(handedOut, 'partner').sentence).toMatch(/until .*2026.* To prevent this/)
    expect(swapWords(handedOut, 'visitor')).toEqual(swapWords(agreed, 'visitor'))
    expect(swapWords(agreed, 'partner').sentence).not.toMatch(/2026/)
  })

  it('name the reason when it is over', () => {
    const message = 'A work has changed hands.'
    expect(swapWords({ ...swap, state: 'void', message }, 'visitor').sentence).toBe(
      'A work has changed hands. Nothing has moved in this swap.',
    )
  })

  it('name the other account', () => {
    expect(swapTitle(swap, swap.proposer)).toBe('works with rnTgVM...9Bh1')
    expect(swapTitle(swap, swap.partner)).toBe('works with rs5wxr...MGVd')
  })
})

describe('the address of a new proposal', () => {
  it('presets an account and works, and ignores anything else', () => {
    const good = { with: swap.partner, gives: 'A'.repeat(64), gets: 'b'.repeat(64) }
    expect(readSwapSearch({ ...good, more: 'x' })).toEqual(good)
    expect(readSwapSearch({ with: '<script>', gives: 5, gets: 'A' })).toEqual({})
  })
})
