import type { AmountJson } from '#ledger/amounts/amount.ts'
import { type ReadView, read } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { adjustOwnerCount } from './account-roots.ts'
import { addToDirectory, removeFromDirectory } from './directories.ts'
import { type Check, unthreadedFields } from './entry-types.ts'
import { checkKeylet, keyletOf, ownerDirectory } from './keylets.ts'

// Reads a check. It is in the directories of both accounts, but counts only towards the writer's reserve. Source:
// xrpl.org "Checks", "Check".

export const findCheck = (view: ReadView, key: string): Check | undefined =>
  read(view, keyletOf('Check', key))

/** True for the id of zeros, which no entry can have. */
export const isNullId = (key: string): boolean => /^0+$/.test(key)

export interface NewCheck {
  from: string
  to: string
  /** Sequence or ticket of the transaction that writes the check. */
  sequence: number
  sendMax: AmountJson
  sourceTag?: number | undefined
  destinationTag?: number | undefined
  invoiceId?: string | undefined
  expiration?: number | undefined
}

export function createCheck(view: Sandbox, check: NewCheck): void {
  const { from, to, sequence, sendMax, sourceTag, destinationTag, invoiceId, expiration } = check
  const { key } = checkKeylet(from, sequence)
  const destinationNode = addToDirectory(view, ownerDirectory(to), key, { Owner: to })
  const ownerNode = addToDirectory(view, ownerDirectory(from), key, { Owner: from })
  view.insert(key, {
    LedgerEntryType: 'Check',
    Flags: 0,
    Account: from,
    Destination: to,
    DestinationNode: destinationNode,
    OwnerNode: ownerNode,
    SendMax: sendMax,
    Sequence: sequence,
    ...(sourceTag === undefined ? {} : { SourceTag: sourceTag }),
    ...(destinationTag === undefined ? {} : { DestinationTag: destinationTag }),
    ...(invoiceId === undefined ? {} : { InvoiceID: invoiceId }),
    ...(expiration === undefined ? {} : { Expiration: expiration }),
    ...unthreadedFields,
  })
  adjustOwnerCount(view, from, 1)
}

/** Removes a check from both directories and from the ledger. As on the server, empty directories remain. */
export function deleteCheck(view: Sandbox, key: string, check: Check): void {
  const { Account: from, Destination: to } = check
  removeFromDirectory(view, ownerDirectory(to), check.DestinationNode, key, true)
  removeFromDirectory(view, ownerDirectory(from), check.OwnerNode, key, true)
  adjustOwnerCount(view, from, -1)
  view.erase(key)
}
