import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { accountOfAddress } from '#worker/ledger/addresses.ts'

/** Returns the account of a classic address or an X-address; null for anything else. */
export const findAccount = (address: string): string | null => accountOfAddress(address)

/** Returns the account of an address. Throws Refusal('validation_failed') for an invalid address. */
export function getAccount(address: string): string {
  const account = findAccount(address)
  if (account !== null) return account
  throw new Refusal('validation_failed', sentence('This is not an address of the XRP Ledger.'), {
    errors: [{ path: 'account', message: 'Its checksum does not hold: look for a typing error.' }],
  })
}
