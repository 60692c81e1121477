import type { Context } from '#worker/domain/context.ts'

/**
 * Returns the address of the key that the ledger accepts for the marketplace's account. While the operator changes the
 * regular key, MARKETPLACE_SEED has the new and the old one, and the ledger says which of them is in force.
 */
export async function currentKey({
  ledger,
  treasury,
}: Pick<Context, 'ledger' | 'treasury'>): Promise<string> {
  const { account, keys } = treasury
  const [first = account] = keys
  if (keys.length <= 1) return first
  const state = await ledger.findAccount(account)
  return keys.find((key) => key === state?.regularKey) ?? keys.find((key) => key === account) ?? first
}
