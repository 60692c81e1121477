import { describe, expect, test } from 'vitest'
import { chiSquare, chiSquareLimit } from '#tests/support/chi-square.ts'
import { bytesToHex, drawOutcome, isReceiptOf, receiptText } from '#draw-verifier/draws.ts'
import { openOrder, packLeaves, sealOrder, unpackLeaves } from '#worker/domain/draw/sealed-order.ts'
import { requireVault } from '#worker/domain/draw/require-vault.ts'
import { shuffle } from '#worker/domain/draw/shuffle.ts'
import { createVault } from '#worker/ports/vault/derived-keys.ts'

const first = 'the first secret of these tests, long enough'
const second = 'the second secret of these tests, long enough'
const bytes = (text: string) => new TextEncoder().encode(text)

describe('the vault', () => {
  test('opens what it has sealed, under the same name only', async () => {
    const vault = createVault([first])
    const sealed = await vault.seal(bytes('order'), 'a')
    expect(await vault.seal(bytes('order'), 'a')).not.toBe(sealed)
    expect(await vault.unseal(sealed, 'a')).toEqual(bytes('order'))
    await expect(vault.unseal(sealed, 'b')).rejects.toThrow(/operation|decrypt/i)
    await expect(vault.unseal(sealed.replace(/.$/, ''), 'a')).rejects.toThrow(/operation|decrypt/i)
  })

  test('opens and signs with an earlier secret as long as it is there', async () => {
    const before = createVault([first])
    const during = createVault([second, first])
    const after = createVault([second])
    const sealed = await before.seal(bytes('seed'), 'a')
    expect(await during.unseal(sealed, 'a')).toEqual(bytes('seed'))
    await expect(after.unseal(sealed, 'a')).rejects.toThrow(/no longer has the secret/)
    const key = await before.publicKey('epoch 1')
    expect(await during.publicKey('epoch 1')).not.toBe(key)
    expect(await during.publicKey('epoch 2')).not.toBe(await during.publicKey('epoch 1'))
    const receipt = { collection: 'c', epoch: 1, number: 7, account: 'rBuyer', requestLedger: 9 }
    const signature = await during.sign('epoch 1', key, bytes(receiptText(receipt)))
    expect(await isReceiptOf(key, receipt, signature)).toBe(true)
    expect(await isReceiptOf(key, { ...receipt, number: 8 }, signature)).toBe(false)
    await expect(after.sign('epoch 1', key, bytes('x'))).rejects.toThrow(/no longer has the secret/)
  })

  test('without a secret nothing is drawn, and the refusal says so', () => {
    const vault = createVault([])
    expect(vault.isOpen).toBe(false)
    expect(() => requireVault({ vault })).toThrow(/Random buys are unavailable right now/)
    expect(() => requireVault({ vault: createVault([first]) })).not.toThrow()
  })
})

describe('an order', () => {
  test('comes back with its items and salts, and does not show them', async () => {
    const vault = createVault([first])
    const epoch = { collectionId: 'c', number: 2 }
    const order = ['00000000-0000-4000-8000-000000000001', 'abcdef01-2345-4789-8abc-def012345678'].map(
      (itemId) => ({ itemId, salt: crypto.getRandomValues(new Uint8Array(32)) }),
    )
    const sealed = await sealOrder({ vault }, epoch, order)
    expect(await openOrder({ vault }, { ...epoch, sealed })).toEqual(order)
    expect(Buffer.from(sealed, 'base64').toString('hex')).not.toContain('abcdef0123454789')
    await expect(openOrder({ vault }, { ...epoch, number: 3, sealed })).rejects.toThrow(/operation|decrypt/i)
    const leaves = order.map(({ salt }) => salt)
    expect(unpackLeaves(packLeaves(leaves))).toEqual(leaves)
  })

  test('has each item at each position equally often', () => {
    const items = ['a', 'b', 'c', 'd', 'e']
    const counts = new Map<string, number>()
    for (let turn = 0; turn < 2000; turn += 1)
      for (const [position, item] of shuffle(items).entries())
        counts.set(`${item}${position}`, (counts.get(`${item}${position}`) ?? 0) + 1)
    expect(counts.size).toBe(25)
    for (const position of [0, 1, 2, 3, 4])
      expect(chiSquare(items.map((item) => counts.get(`${item}${position}`) ?? 0))).toBeLessThan(
        chiSquareLimit(5),
      )
  })

  test('tells nothing about the rest when a part of it is known', () => {
    const counts = new Map<string, number>()
    for (let turn = 0; turn < 12_000; turn += 1) {
      const [first, second, ...rest] = shuffle(['1', '2', '3', '4', '5'])
      // Two of the numbered works are known, so each of the others must be equally likely to be next.
      if (first === '3' && second === '1') counts.set(rest[0] ?? '', (counts.get(rest[0] ?? '') ?? 0) + 1)
    }
    expect([...counts.keys()].toSorted()).toEqual(['2', '4', '5'])
    expect(chiSquare([...counts.values()])).toBeLessThan(chiSquareLimit(3))
  })

  test('rejects random numbers above the largest multiple, which would favour small ones', () => {
    const random = [2 ** 32 - 1, 2, 1]
    const next = (numbers: Uint32Array<ArrayBuffer>) => void numbers.fill(random.shift() ?? 0)
    // 2^32 - 1 is rejected for three items. Then positions 2 and 1 stay.
    expect(shuffle(['a', 'b', 'c'], next)).toEqual(['a', 'b', 'c'])
    expect(random).toEqual([])
  })
})

test('draws take every free position equally often', async () => {
  const counts = Array.from({ length: 10 }, () => 0)
  const hash = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
  for (let number = 1; number <= 2000; number += 1) {
    const seed = crypto.getRandomValues(new Uint8Array(32))
    const beacon = { ledger: number, hash, closeTime: number }
    const chance = { seed, beacon, account: 'rBuyer', number }
    const position = await drawOutcome(chance, { count: 10, draws: [], withdrawals: [] })
    counts[position ?? -1] = (counts[position ?? -1] ?? 0) + 1
  }
  expect(chiSquare(counts)).toBeLessThan(chiSquareLimit(10))
})
