import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec'

const { transactionType, ledgerEntryType, field } = DEFAULT_DEFINITIONS

/** Names that the codec of this build knows. A name that is missing here came with a later amendment. */
export const isKnownTransaction = (name: string) => Object.hasOwn(transactionType, name)
export const isKnownEntry = (name: string) => Object.hasOwn(ledgerEntryType, name)

/** Fields of the ledger begin with a capital; a server's own additions (`date`, `ctid` ...) do not. `DeliverMax` is one of those. */
export const isKnownField = (name: string) =>
  !/^[A-Z]/.test(name) || name === 'DeliverMax' || Object.hasOwn(field, name)
