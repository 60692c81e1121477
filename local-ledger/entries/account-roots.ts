import { read, type ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import type { AccountRoot } from './entry-types.ts'
import { accountKeylet } from './keylets.ts'

// Accounts, their fees and their reserves. Source: xrpl.org "AccountRoot", "Reserves".

/** Fees and reserves of the recorded network, in drops. */
export const fees = { baseDrops: 10n, reserveBaseDrops: 1_000_000n, reserveIncrementDrops: 200_000n } as const

/** Returns the drops that an account must hold for the objects it owns. */
export const reserveDrops = (ownerCount: number): bigint =>
  fees.reserveBaseDrops + fees.reserveIncrementDrops * BigInt(ownerCount)

export const findAccount = (view: ReadView, address: string): AccountRoot | undefined =>
  read(view, accountKeylet(address))

/** Returns an account for editing. @throws if the account does not exist, which callers must check first. */
export function editAccount(view: Sandbox, address: string): AccountRoot {
  const account = view.edit(accountKeylet(address))
  if (account === undefined) throw new Error(`no account ${address}`)
  return account
}

export function adjustOwnerCount(view: Sandbox, address: string, change: number): void {
  const account = view.edit(accountKeylet(address))
  if (account !== undefined) account.OwnerCount = Math.max(0, account.OwnerCount + change)
}

export function changeBalance(view: Sandbox, address: string, byDrops: bigint): void {
  const account = editAccount(view, address)
  account.Balance = (BigInt(account.Balance) + byDrops).toString()
}

/** Returns the drops above the reserve, which the account can spend. */
export function spendableDrops(view: ReadView, address: string, ownerCountChange = 0): bigint {
  const account = findAccount(view, address)
  if (account === undefined) return 0n
  const free = BigInt(account.Balance) - reserveDrops(account.OwnerCount + ownerCountChange)
  return free > 0n ? free : 0n
}
