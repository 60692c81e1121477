import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import type { TrustLine } from '#worker/ports/ledger/port.ts'

export interface Funds {
  /** Balance above the account's current reserve, in drops; negative if the balance is below the reserve. */
  spendableDrops: bigint
  /** Returns the balance of an issued currency; null without a trust line. */
  heldOf: (amount: Exclude<Amount, string>) => Amount | null
  /** True if the account's trust line for the currency is frozen. */
  isFrozen: (amount: Exclude<Amount, string>) => boolean
}

const sameLine = (line: TrustLine, amount: Exclude<Amount, string>) =>
  line.currency === amount.currency && line.issuer === amount.issuer

/** Reads the spendable funds of an account. For an account that does not exist they are zero. */
export async function readFunds({ ledger }: Context, account: string, amounts: Amount[]): Promise<Funds> {
  const asksLines = amounts.some((amount) => !isDrops(amount))
  const [state, reserves, lines] = await Promise.all([
    ledger.findAccount(account),
    ledger.reserves(),
    asksLines ? ledger.listLines(account) : [],
  ])
  const lineOf = (amount: Exclude<Amount, string>) => lines.find((line) => sameLine(line, amount))
  return {
    spendableDrops:
      state === null
        ? 0n
        : state.balance - reserves.baseDrops - reserves.ownerDrops * BigInt(state.ownerCount),
    heldOf: (amount) => {
      if (amount.issuer === account) return amount
      const line = lineOf(amount)
      if (line === undefined) return null
      return { ...amount, value: line.frozen || line.balance.startsWith('-') ? '0' : line.balance }
    },
    isFrozen: (amount) => lineOf(amount)?.frozen === true,
  }
}
