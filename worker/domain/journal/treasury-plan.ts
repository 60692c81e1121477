import { fullPool, fullWorks, objectsPerWork, ticketFloor } from '#contract/limits/treasury.ts'
import type { AccountState, Reserves } from '#worker/ports/ledger/port.ts'

const fullObjects = fullPool + fullWorks * objectsPerWork

export interface TreasuryPlan {
  /** Number of objects that the account can own in addition to its current ones. Negative if it lacks reserve. */
  freeObjects: number
  /** Number of tickets that the balance allows, with a share left for works. */
  wantedTickets: number
  /**
   * Number of tickets to create. Tickets bound to a transaction count as existing, because they are still on the
   * ledger.
   */
  missingTickets: number
  /** Number of objects left for works once the tickets exist. */
  roomObjects: number
  /** Drops that the account lacks for a full pool and all works. */
  missingDrops: bigint
}

/** Returns the balance that the account needs for a full ticket pool and all works. */
export function recommendedDrops({ baseDrops, ownerDrops }: Reserves): bigint {
  return baseDrops + ownerDrops * BigInt(fullObjects)
}

function floorDivide(drops: bigint, by: bigint): number {
  const whole = drops / by
  return Number(drops % by < 0n ? whole - 1n : whole)
}

/**
 * Divides the reserve that the account can pay between tickets and works. `owedDrops` are payouts owed to artists,
 * which the marketplace must not lock.
 */
export function planTreasury(
  { balance, ownerCount, ticketCount }: Pick<AccountState, 'balance' | 'ownerCount' | 'ticketCount'>,
  reserves: Reserves,
  owedDrops: bigint,
): TreasuryPlan {
  const { baseDrops, ownerDrops } = reserves
  const spendable = balance - owedDrops - baseDrops - ownerDrops * BigInt(ownerCount)
  const freeObjects = floorDivide(spendable, ownerDrops)
  const sharedObjects = Math.max(0, freeObjects + ticketCount)
  // With twice the floor, at least as many tickets remain for minting as the floor itself.
  const share = Math.max(ticketFloor * 2, Math.floor((sharedObjects * fullPool) / fullObjects))
  const wantedTickets = Math.min(fullPool, share, sharedObjects)
  const missingTickets = Math.max(0, wantedTickets - ticketCount)
  const shortfall = Math.max(0, fullObjects - sharedObjects)
  return {
    freeObjects,
    wantedTickets,
    missingTickets,
    roomObjects: freeObjects - missingTickets,
    missingDrops: ownerDrops * BigInt(shortfall),
  }
}
