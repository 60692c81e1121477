import { read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { adjustOwnerCount, editAccount } from './account-roots.ts'
import { removeFromDirectory } from './directories.ts'
import { ownerDirectory, ticketKeylet } from './keylets.ts'

/** Removes a ticket that was used or whose account is deleted. Source: xrpl.org "Tickets". */
export function deleteTicket(view: Sandbox, owner: string, number: number): void {
  const { key } = ticketKeylet(owner, number)
  const ticket = read(view, ticketKeylet(owner, number))
  if (ticket === undefined) return
  removeFromDirectory(view, ownerDirectory(owner), ticket.OwnerNode, key, true)
  const account = editAccount(view, owner)
  if (account.TicketCount === 1) delete account.TicketCount
  else if (account.TicketCount !== undefined) account.TicketCount -= 1
  adjustOwnerCount(view, owner, -1)
  view.erase(key)
}
