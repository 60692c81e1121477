import { accountId } from '#ledger/codec/address.ts'
import { fees, findAccount } from '#ledger/entries/account-roots.ts'
import { checkKey, checkSignerList } from './common-checks.ts'
import type { ResultCode } from './results.ts'
import { signerOf } from './signing-keys.ts'
import {
  type BatchContent,
  flagsOf,
  initiatorOf,
  innerBatchFlag,
  type PreflightContext,
  type Transaction,
  type TransactionFields,
  type TransactionRules,
} from './transaction-types.ts'

// Checks a Batch's outer transaction: content, signers and cost. The inner transactions are applied after it; see
// chain/apply-inner.ts. Source: XLS-56 with BatchV1_1 and fixBatchV1_2; xrpl.org "Batch".

export const batchMode = {
  allOrNothing: 0x00010000,
  onlyOne: 0x00020000,
  untilFailure: 0x00040000,
  independent: 0x00080000,
} as const
const MODES = Object.values(batchMode)
const ALL_MODES = MODES.reduce((all, mode) => all | mode, 0)

const MIN_INNER = 2

/** True for vault and loan transactions, which are not allowed inside a Batch, even if they are enabled. */
export const isForbiddenInside = (type: string): boolean => /^(?:Vault|Loan)/.test(type)

function checkSignatureFields(fields: TransactionFields): ResultCode {
  if (fields.TxnSignature !== undefined) return 'temBAD_SIGNATURE'
  if (fields.Signers !== undefined) return 'temBAD_SIGNER'
  return fields.SigningPubKey === '' ? 'tesSUCCESS' : 'temBAD_REGKEY'
}

function checkInner(inner: Transaction, context: PreflightContext): ResultCode {
  const { fields } = inner
  if (isForbiddenInside(fields.TransactionType)) return 'temINVALID_INNER_BATCH'
  if ((flagsOf(fields) & innerBatchFlag) === 0) return 'temINVALID_FLAG'
  const signature = checkSignatureFields(fields)
  if (signature !== 'tesSUCCESS') return signature
  if (fields.Fee !== '0') return 'temBAD_FEE'
  const innerResult = context.preflightInner(inner)
  if (innerResult !== 'tesSUCCESS') return 'temINVALID_INNER_BATCH'
  const bySequence = fields.Sequence !== 0
  return bySequence === (fields.TicketSequence !== undefined) ? 'temSEQ_AND_TICKET' : 'tesSUCCESS'
}

/** Checks each inner transaction in turn: wrapper, duplicates, its own checks, sequence number. */
function checkContent(content: BatchContent, flags: number, context: PreflightContext): ResultCode {
  const hashes = new Set<string>()
  const numbers = new Set<string>()
  const mustDiffer = (flags & (batchMode.allOrNothing | batchMode.untilFailure)) !== 0
  for (const { wrapper, transaction: inner } of content.inner) {
    if (wrapper !== 'RawTransaction' && context.isEnabled('fixBatchV1_2')) return 'temMALFORMED'
    if (hashes.has(inner.hash)) return 'temREDUNDANT'
    hashes.add(inner.hash)
    const result = checkInner(inner, context)
    if (result !== 'tesSUCCESS') return result
    const { Account: account, Sequence: sequence, TicketSequence: ticket } = inner.fields
    // A sequence number and a ticket with the same number count as duplicates.
    const number = `${account} ${sequence === 0 ? ticket : sequence}`
    if (mustDiffer && numbers.has(number)) return 'temREDUNDANT'
    numbers.add(number)
  }
  return 'tesSUCCESS'
}

/** Checks that exactly the other inner accounts sign, each once, in ascending order of their ids. */
function checkWhoSigns(fields: TransactionFields, content: BatchContent): ResultCode {
  const requiredSigners = new Set(content.inner.map(({ transaction }) => initiatorOf(transaction.fields)))
  requiredSigners.delete(fields.Account)
  const signers = (fields.BatchSigners ?? []).map(({ BatchSigner }) => BatchSigner.Account)
  const ids = signers.map(accountId)
  const isAscending = ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < id)
  const isComplete =
    signers.length === requiredSigners.size && signers.every((signer) => requiredSigners.has(signer))
  const isEmpty = fields.BatchSigners !== undefined && signers.length === 0
  return isAscending && isComplete && !isEmpty ? 'tesSUCCESS' : 'temBAD_SIGNER'
}

export const batch: TransactionRules = {
  flags: ALL_MODES,
  amendment: 'BatchV1_1',

  /**
   * Returns the cost of the outer transaction, of each inner transaction, and of each signature of the other accounts.
   */
  baseFee({ fields, batch: content }, ordinary, feeOf) {
    const inner = content?.inner ?? []
    const innerFees = inner.reduce((sum, { transaction }) => sum + feeOf(transaction), 0n)
    const signatures = (fields.BatchSigners ?? []).reduce((count, { BatchSigner: signer }) => {
      return count + (signer.TxnSignature === undefined ? (signer.Signers?.length ?? 0) : 1)
    }, 0)
    return ordinary + fees.baseDrops * BigInt(1 + signatures) + innerFees
  },

  preflight(fields, context) {
    const { batch: content } = context.transaction
    if (MODES.filter((mode) => (flagsOf(fields) & mode) !== 0).length !== 1) return 'temINVALID_FLAG'
    if (content === undefined || content.inner.length < MIN_INNER) return 'temARRAY_EMPTY'
    const result = checkContent(content, flagsOf(fields), context)
    return result === 'tesSUCCESS' ? checkWhoSigns(fields, content) : result
  },

  checkSigners(fields, view) {
    for (const { BatchSigner: signer } of fields.BatchSigners ?? []) {
      const { Account: account, SigningPubKey: key = '', Signers: list = [] } = signer
      // An account that an earlier inner transaction creates must sign with its master key.
      const future = findAccount(view, account) === undefined
      if (key !== '' && future && signerOf(key) !== account) return 'tefBAD_AUTH'
      if (key !== '' && future) continue
      const result = key === '' ? checkSignerList(view, account, list) : checkKey(view, account, key)
      if (result !== 'tesSUCCESS') return result
    }
    return 'tesSUCCESS'
  },

  apply: () => 'tesSUCCESS',
}
