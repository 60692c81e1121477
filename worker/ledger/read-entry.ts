import * as v from 'valibot'
import { addressOf, isClassicAddress } from './addresses.ts'
import {
  type AffectedNode,
  type Fields,
  isFields,
  type Metadata,
  type TransactionJson,
  type ValidatedTransaction,
} from './ledger-json.ts'
import { lineSides } from './line-changes.ts'
import { readOffer } from './offer-changes.ts'
import { tokensOf } from './token-changes.ts'
import { isId, mentionsIn, type NoteKind, recordNote, noRereads, type Rereads } from './rereads.ts'
import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec'

const { transactionType, ledgerEntryType, field } = DEFAULT_DEFINITIONS

/** True if the codec of this build supports the transaction type. Other types belong to later amendments. */
const isKnownTransaction = (name: string) => Object.hasOwn(transactionType, name)
const isKnownEntry = (name: string) => Object.hasOwn(ledgerEntryType, name)

/**
 * Returns true unless the name is an unknown ledger field. Ledger fields begin with a capital letter. Fields that the
 * server adds (`date`, `ctid` ...) do not, except `DeliverMax`.
 */
const isKnownField = (name: string) =>
  !/^[A-Z]/.test(name) || name === 'DeliverMax' || Object.hasOwn(field, name)

type Wrapped = Metadata['AffectedNodes'][number]
type Kind = 'CreatedNode' | 'ModifiedNode' | 'DeletedNode'

const isAbsentOr = (test: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || test(value)
const isUInt32 = (value: unknown) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
const isDropsText = (value: unknown) => typeof value === 'string' && /^[0-9]{1,18}$/.test(value)
const isAddress = (value: unknown): value is string => typeof value === 'string' && isClassicAddress(value)

/** Returns the account of a token page: the first 160 bits of its index (XLS-20, "NFTokenPage"). */
export const pageOwner = (index: string) => addressOf(index.slice(0, 40))

/**
 * Returns true for a well-formed token page, which always lists its tokens. A change without them affects only the page
 * links.
 */
function isPage({ NewFields, FinalFields, PreviousFields }: AffectedNode): boolean {
  if (tokensOf(NewFields ?? FinalFields) === null) return false
  if (PreviousFields === undefined) return true
  if (PreviousFields.NFTokens !== undefined) return tokensOf(PreviousFields) !== null
  return PreviousFields.NextPageMin !== undefined || PreviousFields.PreviousPageMin !== undefined
}

function isAccountRoot(kind: Kind, { NewFields, FinalFields }: AffectedNode): boolean {
  const fields = NewFields ?? FinalFields
  // Threading alone does not change any field.
  if (fields === undefined) return kind === 'ModifiedNode'
  return (
    isAddress(fields.Account) &&
    isDropsText(fields.Balance) &&
    // A new entry omits fields that are zero.
    (kind === 'CreatedNode' ? isAbsentOr(isUInt32) : isUInt32)(fields.OwnerCount) &&
    isAbsentOr(isUInt32)(fields.Flags) &&
    isAbsentOr(isUInt32)(fields.TransferRate)
  )
}

function isTrustLine(kind: Kind, { NewFields, FinalFields }: AffectedNode): boolean {
  const fields = NewFields ?? FinalFields
  if (fields === undefined) return kind === 'ModifiedNode'
  return lineSides(fields).length > 0 && (kind === 'CreatedNode' || isUInt32(fields.Flags))
}

/** Tests, by entry type, that an entry which the index reads is well-formed. */
const readable: Record<string, (kind: Kind, node: AffectedNode) => boolean> = {
  NFTokenPage: (_kind, node) => isPage(node),
  NFTokenOffer: (kind, node) =>
    kind === 'ModifiedNode' || readOffer(node.LedgerIndex, node.NewFields ?? node.FinalFields) !== null,
  AccountRoot: isAccountRoot,
  RippleState: isTrustLine,
  Ticket: () => true,
}

const unreadKinds: Record<string, NoteKind> = {
  NFTokenPage: 'token_page',
  NFTokenOffer: 'offer',
  AccountRoot: 'account',
  RippleState: 'trust_line',
}

const containers = ['NewFields', 'FinalFields', 'PreviousFields'] as const
const kinds = ['CreatedNode', 'ModifiedNode', 'DeletedNode'] as const

/** True if a change has the fields of its kind: NewFields are allowed on a new entry only. */
function hasShape(kind: Kind, node: Fields): boolean {
  if (!isId(node.LedgerIndex)) return false
  if (!containers.every((name) => isAbsentOr(isFields)(node[name]))) return false
  const isNew = kind === 'CreatedNode'
  if (isNew !== (node.NewFields !== undefined)) return false
  if (isNew) return node.FinalFields === undefined && node.PreviousFields === undefined
  // Only an entry that was merely threaded lacks fields.
  return node.FinalFields !== undefined || (kind === 'ModifiedNode' && node.PreviousFields === undefined)
}

const Node = v.object({
  LedgerEntryType: v.string(),
  LedgerIndex: v.string(),
  NewFields: v.optional(v.record(v.string(), v.unknown())),
  FinalFields: v.optional(v.record(v.string(), v.unknown())),
  PreviousFields: v.optional(v.record(v.string(), v.unknown())),
})

/** True if an entry has fields that only token entries have. Under any other type, the entry is mislabelled. */
const isAboutToken = (node: Fields) =>
  containers.some((name) => {
    const fields = node[name]
    return isFields(fields) && ('NFTokens' in fields || 'NFTokenOfferNode' in fields)
  })

function noteFields(fields: unknown, rereads: Rereads) {
  if (!isFields(fields)) return
  for (const name of Object.keys(fields)) if (!isKnownField(name)) recordNote(rereads, 'unknown_field', name)
}

type ReadNode = { kind: Kind; node: AffectedNode } | 'not ours' | NoteKind

function readNode(raw: unknown, rereads: Rereads): ReadNode {
  if (!isFields(raw)) return 'entry'
  const matches = kinds.filter((kind) => kind in raw)
  const [kind] = matches
  const body = kind === undefined ? undefined : raw[kind]
  if (kind === undefined || matches.length > 1 || !isFields(body)) return 'entry'
  const { LedgerEntryType: type } = body
  if (typeof type !== 'string') return 'entry'
  const test = Object.hasOwn(readable, type) ? readable[type] : undefined
  if (test === undefined) {
    if (!isKnownEntry(type)) recordNote(rereads, 'unknown_entry', type)
    return isAboutToken(body) ? 'entry' : 'not ours'
  }
  for (const name of containers) noteFields(body[name], rereads)
  const node = v.safeParse(Node, body)
  if (!node.success || !hasShape(kind, body)) return unreadKinds[type] ?? 'entry'
  return test(kind, node.output) ? { kind, node: node.output } : (unreadKinds[type] ?? 'entry')
}

/**
 * True if the offer is well-formed but its amount is of a kind that is not traded here, such as a multi-purpose token
 * (XLS-33).
 */
function isUntraded(raw: unknown): boolean {
  const body = isFields(raw) ? Object.values(raw)[0] : undefined
  if (!isFields(body) || body.LedgerEntryType !== 'NFTokenOffer') return false
  const fields = body.NewFields ?? body.FinalFields
  return (
    isFields(fields) &&
    isFields(fields.Amount) &&
    typeof fields.Amount.mpt_issuance_id === 'string' &&
    readOffer(String(body.LedgerIndex), { ...fields, Amount: '0' }) !== null
  )
}

/** Records an unreadable entry, together with all tokens and accounts that it may concern. */
function markNodeForReread(kind: NoteKind, raw: unknown, whole: Mentions, sender: unknown, rereads: Rereads) {
  recordNote(rereads, kind)
  if (kind === 'account' || kind === 'trust_line' || kind === 'entry')
    for (const account of mentionsIn(raw).accounts) rereads.balances.add(account)
  if (kind === 'account' || kind === 'trust_line') return
  markAllForReread(whole, rereads)
  if (!whole.isAboutTokens) return
  if (isAddress(sender)) rereads.accounts.add(sender)
  const body = isFields(raw) ? Object.values(raw)[0] : undefined
  if (isFields(body) && isId(body.LedgerIndex) && kind !== 'offer')
    rereads.accounts.add(pageOwner(body.LedgerIndex))
}

type Mentions = ReturnType<typeof mentionsIn>

function markAllForReread({ ids, isComplete }: Mentions, rereads: Rereads) {
  for (const id of ids) rereads.ids.add(id)
  if (!isComplete) rereads.isIncomplete = true
}

function readNodes(raw: unknown[], whole: () => Mentions, sender: unknown, rereads: Rereads): Wrapped[] {
  return raw.flatMap((item): Wrapped[] => {
    const entry = readNode(item, rereads)
    if (entry === 'not ours') return []
    if (typeof entry === 'string') {
      if (isUntraded(item)) recordNote(rereads, 'untraded_amount')
      else markNodeForReread(entry, item, whole(), sender, rereads)
      return []
    }
    const { kind, node } = entry
    if (kind === 'CreatedNode') return [{ CreatedNode: node }]
    return kind === 'ModifiedNode' ? [{ ModifiedNode: node }] : [{ DeletedNode: node }]
  })
}

const isTransaction = (value: unknown): value is TransactionJson =>
  isFields(value) &&
  typeof value.TransactionType === 'string' &&
  /^\w{1,60}$/.test(value.TransactionType) &&
  isAddress(value.Account)

/** A transaction whose position in its ledger is not known yet. */
export type Unplaced = Omit<ValidatedTransaction, 'meta'> & {
  meta: Omit<Metadata, 'TransactionIndex'> & { TransactionIndex: number | null }
}

export const isPosition = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 65_536

/**
 * Parses a transaction of a validated ledger and its metadata from a server's JSON. Includes only well-formed entries
 * that the index uses and records everything else in `rereads`. Returns null if the transaction itself is unreadable.
 * Never throws.
 */
export function readEntry(
  raw: unknown,
  place: { ledgerIndex: number; closedAt: Date },
): { entry: Unplaced | null; rereads: Rereads } {
  const rereads = noRereads()
  let mentions: Mentions | null = null
  const findMentions = () => (mentions ??= mentionsIn(raw))
  const json = isFields(raw) ? raw : {}
  const { hash, tx_json: tx, meta } = json
  if (
    !isId(hash) ||
    !isTransaction(tx) ||
    !isFields(meta) ||
    !Array.isArray(meta.AffectedNodes) ||
    typeof meta.TransactionResult !== 'string' ||
    !/^te[cfmlrs]\w{1,60}$/.test(meta.TransactionResult)
  ) {
    recordNote(rereads, 'transaction')
    const allMentions = findMentions()
    markAllForReread(allMentions, rereads)
    // Without the metadata, nothing shows which tokens the transaction affected.
    if (!isFields(tx) || !isFields(meta) || !Array.isArray(meta.AffectedNodes)) rereads.isIncomplete = true
    for (const account of allMentions.accounts) {
      rereads.balances.add(account)
      if (allMentions.isAboutTokens) rereads.accounts.add(account)
    }
    return { entry: null, rereads }
  }
  if (!isKnownTransaction(tx.TransactionType)) recordNote(rereads, 'unknown_transaction', tx.TransactionType)
  noteFields(tx, rereads)
  const { ParentBatchID: parent, TransactionIndex: position } = meta
  if (parent !== undefined && !isId(parent)) recordNote(rereads, 'unknown_field', 'ParentBatchID')
  return {
    entry: {
      hash,
      ...place,
      tx,
      meta: {
        AffectedNodes: readNodes(meta.AffectedNodes, findMentions, tx.Account, rereads),
        TransactionIndex: isPosition(position) ? position : null,
        TransactionResult: meta.TransactionResult,
        ...(isId(parent) ? { ParentBatchID: parent } : {}),
      },
    },
    rereads,
  }
}
