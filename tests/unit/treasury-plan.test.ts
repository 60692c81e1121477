import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ticketFloor } from '#contract/limits/treasury.ts'
import { planTreasury, recommendedDrops } from '#worker/domain/journal/treasury-plan.ts'

const reserves = { baseDrops: 1_000_000n, ownerDrops: 200_000n }
const plan = (xrp: number, owned: { objects?: number; tickets?: number; owedXrp?: number } = {}) =>
  planTreasury(
    {
      balance: BigInt(Math.round(xrp * 1_000_000)),
      ownerCount: owned.objects ?? 0,
      ticketCount: owned.tickets ?? 0,
    },
    reserves,
    BigInt(owned.owedXrp ?? 0) * 1_000_000n,
  )

test('the amount in README covers a full pool of tickets and all works', async () => {
  const readme = await readFile(path.join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')
  const xrp = recommendedDrops(reserves) / 1_000_000n
  expect(readme).toContain(`account needs ${xrp} XRP: 1 XRP of base reserve, 24 XRP for 120 tickets`)
  expect(plan(Number(xrp))).toEqual({
    freeObjects: 320,
    wantedTickets: 120,
    missingTickets: 120,
    roomObjects: 200,
    missingDrops: 0n,
  })
})

describe('the spendable reserve', () => {
  test('does not count existing tickets twice', () => {
    expect(plan(65, { objects: 120, tickets: 120 })).toMatchObject({ wantedTickets: 120, roomObjects: 200 })
  })
  test('creates the tickets that no work needs', () => {
    for (const tickets of [0, 15, 40, 60]) {
      const { freeObjects, missingTickets, roomObjects } = plan(13, { objects: tickets, tickets })
      expect([tickets, missingTickets, freeObjects - roomObjects]).toEqual([
        tickets,
        Math.max(0, 40 - tickets),
        missingTickets,
      ])
    }
  })
  test('counts the works that the account holds', () => {
    expect(plan(65, { objects: 320, tickets: 120 })).toMatchObject({ freeObjects: 0, roomObjects: 0 })
  })
  test('keeps tickets for matches and minting on a small account before it allows works', () => {
    expect(plan(9)).toMatchObject({ wantedTickets: 2 * ticketFloor, roomObjects: 0 })
    expect(plan(13)).toMatchObject({ wantedTickets: 40, roomObjects: 20 })
    expect(plan(40)).toMatchObject({ wantedTickets: 73, roomObjects: 122 })
  })
  test('does not lock payouts that are owed', () => {
    expect(plan(105, { owedXrp: 40 })).toEqual(plan(65))
  })
  test('is zero for an account below its reserve', () => {
    expect(plan(0.9)).toEqual({
      freeObjects: -1,
      wantedTickets: 0,
      missingTickets: 0,
      roomObjects: -1,
      missingDrops: 64_000_000n,
    })
    expect(plan(20, { objects: 200, tickets: 5 }).roomObjects).toBeLessThan(0)
  })
})
