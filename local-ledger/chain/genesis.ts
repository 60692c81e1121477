import { type Amendment, amendmentIds } from '#ledger/entries/amendments.ts'
import { fees } from '#ledger/entries/account-roots.ts'
import { type Entry, unthreadedFields } from '#ledger/entries/entry-types.ts'
import { accountKeylet, amendmentsKeylet, feeSettingsKeylet } from '#ledger/entries/keylets.ts'

// Initial state of a network: one account with a publicly known key holds all XRP. Source: xrpl.org "Genesis Ledger",
// "Stand-Alone Mode".

export const GENESIS_ACCOUNT = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'
export const TOTAL_DROPS = '100000000000000000'

/** Returns the entry that lists the active amendments. */
export const amendmentsEntry = (amendments: readonly Amendment[]): Entry => ({
  LedgerEntryType: 'Amendments',
  Flags: 0,
  Amendments: amendmentIds(amendments),
})

export function genesisEntries(amendments: readonly Amendment[]): Map<string, Entry> {
  return new Map<string, Entry>([
    [
      accountKeylet(GENESIS_ACCOUNT).key,
      {
        LedgerEntryType: 'AccountRoot',
        Flags: 0,
        Account: GENESIS_ACCOUNT,
        Balance: TOTAL_DROPS,
        OwnerCount: 0,
        Sequence: 1,
        ...unthreadedFields,
      },
    ],
    [
      feeSettingsKeylet.key,
      {
        LedgerEntryType: 'FeeSettings',
        Flags: 0,
        BaseFeeDrops: fees.baseDrops.toString(),
        ReserveBaseDrops: fees.reserveBaseDrops.toString(),
        ReserveIncrementDrops: fees.reserveIncrementDrops.toString(),
      },
    ],
    [amendmentsKeylet.key, amendmentsEntry(amendments)],
  ])
}
