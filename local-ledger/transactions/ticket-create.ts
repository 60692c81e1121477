import { adjustOwnerCount, editAccount, findAccount, reserveDrops } from '#ledger/entries/account-roots.ts'
import { addToDirectory } from '#ledger/entries/directories.ts'
import { unthreadedFields } from '#ledger/entries/entry-types.ts'
import { ownerDirectory, ticketKeylet } from '#ledger/entries/keylets.ts'
import type { TransactionRules } from './transaction-types.ts'

// Rules of TicketCreate. Source: xrpl.org "TicketCreate", "Tickets".

const MAX_TICKETS = 250

export const ticketCreate: TransactionRules = {
  flags: 0,

  preflight({ TicketCount: count = 0 }) {
    return count < 1 || count > MAX_TICKETS ? 'temINVALID_COUNT' : 'tesSUCCESS'
  },

  preclaim({ fields, view }) {
    const account = findAccount(view, fields.Account)
    if (account === undefined) return 'terNO_ACCOUNT'
    const usedSequences = fields.Sequence === 0 ? 1 : 0
    const after = (account.TicketCount ?? 0) + (fields.TicketCount ?? 0) - usedSequences
    return after > MAX_TICKETS ? 'tecDIR_FULL' : 'tesSUCCESS'
  },

  apply({ fields, view, priorBalance }) {
    const { Account: owner, TicketCount: count = 0 } = fields
    const account = editAccount(view, owner)
    if (priorBalance < reserveDrops(account.OwnerCount + count)) return 'tecINSUFFICIENT_RESERVE'
    // Tickets use the account's next sequence numbers.
    const first = account.Sequence
    for (let sequence = first; sequence < first + count; sequence += 1) {
      const { key } = ticketKeylet(owner, sequence)
      const page = addToDirectory(view, ownerDirectory(owner), key, { Owner: owner })
      view.insert(key, {
        LedgerEntryType: 'Ticket',
        Flags: 0,
        Account: owner,
        OwnerNode: page,
        TicketSequence: sequence,
        ...unthreadedFields,
      })
    }
    account.TicketCount = (account.TicketCount ?? 0) + count
    adjustOwnerCount(view, owner, count)
    account.Sequence = first + count
    return 'tesSUCCESS'
  },
}
