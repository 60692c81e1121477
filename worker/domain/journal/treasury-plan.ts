import { fullPool, fullWorks, objectsPerWork, ticketFloor } from '#worker/contract/treasury-limits.ts'
import type { AccountState, Reserves } from '#worker/ports/ledger/port.ts'

const fullObjects = fullPool + fullWorks * objectsPerWork

export interface TreasuryPlan {
  /** Objects that the account can hold besides those it owns. Negative when it lacks reserve. */
  freeObjects: number
  /** Tickets that the balance allows for, so that works get their share, too. */
  wantedTickets: number
  /** Tickets to be created to have that many: those that are bound to a transaction count, since they are still on the ledger. */
  missingTickets: number
  /** Of the free objects, what is left for works once the tickets are there. */
  roomObjects: number
  /** Drops to send for a full pool and all works. */
  missingDrops: bigint
}

/** What the account needs for a full pool and all works. */
export function recommendedDrops({ baseDrops, ownerDrops }: Reserves): bigint {
  return baseDrops + ownerDrops * BigInt(fullObjects)
}

function floorDivide(drops: bigint, by: bigint): number {
  const whole = drops / by
  return Number(drops % by < 0n ? whole - 1n : whole)
}

/**
 * Shares the reserve that the account can pay between tickets and works. `owedDrops` are payouts to artists: money that is
 * not the marketplace's to lock.
 */
export function planTreasury(
  { balance, ownerCount, ticketCount }: Pick<AccountState, 'balance' | 'ownerCount' | 'ticketCount'>,
  reserves: Reserves,
  owedDrops: bigint,
): TreasuryPlan {
  const { baseDrops, ownerDrops } = reserves
  const spendable = balance - owedDrops - baseDrops - ownerDrops * BigInt(ownerCount)
  const freeObjects = floorDivide(spendable, ownerDrops)
  const shared = Math.max(0, freeObjects + ticketCount)
  // Of the tickets at least as many as the floor are for minting.
  const share = Math.max(ticketFloor * 2, Math.floor((shared * fullPool) / fullObjects))
  const wantedTickets = Math.min(fullPool, share, shared)
  const missingTickets = Math.max(0, wantedTickets - ticketCount)
  const missing = Math.max(0, fullObjects - shared)
  return {
    freeObjects,
    wantedTickets,
    missingTickets,
    roomObjects: freeObjects - missingTickets,
    missingDrops: ownerDrops * BigInt(missing),
  }
}
