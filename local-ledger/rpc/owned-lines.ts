import { negate, parseValue } from '#ledger/amounts/token-value.ts'
import { directoryKeys } from '#ledger/entries/directories.ts'
import { hasFlag } from '#ledger/entries/entry-flags.ts'
import type { RippleState } from '#ledger/entries/entry-types.ts'
import { ownerDirectory } from '#ledger/entries/keylets.ts'
import { sideFields, sideFlags } from '#ledger/entries/trust-lines.ts'
import type { ReadView } from '#ledger/views/read-view.ts'

/** Returns the trust lines of an account in directory order. */
export function linesOf(view: ReadView, address: string): RippleState[] {
  return [...directoryKeys(view, ownerDirectory(address))].flatMap((key) => {
    const entry = view.get(key)
    return entry?.LedgerEntryType === 'RippleState' ? [entry] : []
  })
}

/**
 * Returns a line from the account's side: a positive balance is the peer's debt; limits and flags are named by their
 * owner.
 */
export function seenBy(line: RippleState, address: string) {
  const high = line.HighLimit.issuer === address
  const balance = parseValue(line.Balance.value)
  const [ownLimit, peerLimit] = [line[sideFields(high).limit], line[sideFields(!high).limit]]
  return {
    peer: peerLimit.issuer,
    balance: high ? negate(balance) : balance,
    limit: parseValue(ownLimit.value),
    peerLimit: parseValue(peerLimit.value),
    currency: line.Balance.currency,
    freezes: hasFlag(line, sideFlags(high).freeze),
    noRipple: hasFlag(line, sideFlags(high).noRipple),
  }
}
