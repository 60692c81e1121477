import { ACCOUNT_ZERO } from '#ledger/codec/address.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { accountFlag, hasFlag } from '#ledger/entries/entry-flags.ts'
import { NO_TRANSACTION } from '#ledger/entries/entry-types.ts'
import { signerListKeylet, ticketKeylet } from '#ledger/entries/keylets.ts'
import { exists, type ReadView, read } from '#ledger/views/read-view.ts'
import { isPublicKey, signerOf } from './signing-keys.ts'
import type { ResultCode } from './results.ts'
import {
  flagsOf,
  initiatorOf,
  innerBatchFlag,
  type PreflightContext,
  type SignerItem,
  type TransactionFields,
  type TransactionRules,
  universalFlags,
} from './transaction-types.ts'

// Checks for every transaction, in the server's order. Source: xrpl.org "Transaction Common Fields", "Transaction
// Cost", "Tickets", "Multi-Signing".

/** Transactions on networks with an id up to this one must not have a NetworkID. */
const LAST_LEGACY_NETWORK = 1024
const MAX_FEE_DROPS = 100_000_000_000_000_000n

function checkNetwork(fields: TransactionFields, networkId: number): ResultCode {
  if (networkId <= LAST_LEGACY_NETWORK) {
    return fields.NetworkID === undefined ? 'tesSUCCESS' : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL'
  }
  if (fields.NetworkID === undefined) return 'telREQUIRES_NETWORK_ID'
  return fields.NetworkID === networkId ? 'tesSUCCESS' : 'telWRONG_NETWORK'
}

/** Runs the checks that do not need a ledger. */
export function checkCommonFields(
  fields: TransactionFields,
  rules: TransactionRules,
  networkId: number,
  { isEnabled }: Pick<PreflightContext, 'isEnabled'>,
): ResultCode {
  if (fields.Delegate !== undefined) {
    if (!isEnabled('PermissionDelegationV1_1')) return 'temDISABLED'
    if (fields.Delegate === fields.Account) return 'temBAD_SIGNER'
  }
  const network = checkNetwork(fields, networkId)
  if (network !== 'tesSUCCESS') return network
  const allowedFlags = rules.flags | universalFlags
  if ((flagsOf(fields) & ~allowedFlags) !== 0) return 'temINVALID_FLAG'
  if (fields.Account === ACCOUNT_ZERO) return 'temBAD_SRC_ACCOUNT'
  if (!/^\d+$/.test(fields.Fee) || BigInt(fields.Fee) > MAX_FEE_DROPS) return 'temBAD_FEE'
  if (fields.SigningPubKey !== '' && !isPublicKey(fields.SigningPubKey)) return 'temBAD_SIGNATURE'
  if (fields.Sequence === 0 && fields.TicketSequence !== undefined && fields.AccountTxnID !== undefined) {
    return 'temINVALID'
  }
  const inner = (flagsOf(fields) & innerBatchFlag) !== 0
  return inner && !isEnabled('BatchV1_1') ? 'temINVALID_FLAG' : 'tesSUCCESS'
}

export function checkSequence(view: ReadView, fields: TransactionFields): ResultCode {
  const account = findAccount(view, fields.Account)
  if (account === undefined) return 'terNO_ACCOUNT'
  const ticket = fields.TicketSequence
  if (fields.Sequence !== 0 || ticket === undefined) {
    if (ticket !== undefined) return 'temSEQ_AND_TICKET'
    if (fields.Sequence === account.Sequence) return 'tesSUCCESS'
    return account.Sequence < fields.Sequence ? 'terPRE_SEQ' : 'tefPAST_SEQ'
  }
  // The ticket may still be created if the account has not reached its number.
  if (account.Sequence <= ticket) return 'terPRE_TICKET'
  return exists(view, ticketKeylet(fields.Account, ticket)) ? 'tesSUCCESS' : 'tefNO_TICKET'
}

export function checkPriorAndLast(view: ReadView, fields: TransactionFields): ResultCode {
  const account = findAccount(view, fields.Account)
  const prior = fields.AccountTxnID
  if (prior !== undefined && (account?.AccountTxnID ?? NO_TRANSACTION) !== prior) return 'tefWRONG_PRIOR'
  const last = fields.LastLedgerSequence
  return last !== undefined && view.seq > last ? 'tefMAX_LEDGER' : 'tesSUCCESS'
}

/** Checks that the signing key is authorized. (The signature itself is already verified.) */
export function checkAuthority(view: ReadView, fields: TransactionFields): ResultCode {
  const owner = initiatorOf(fields)
  if (fields.SigningPubKey === '' && fields.Signers !== undefined)
    return checkSignerList(view, owner, fields.Signers)
  return checkKey(view, owner, fields.SigningPubKey)
}

/**
 * Checks that a key is the account's regular key, or its master key unless that is disabled. An empty key means a
 * simulation.
 */
export function checkKey(view: ReadView, owner: string, key: string): ResultCode {
  const account = findAccount(view, owner)
  if (account === undefined) return 'terNO_ACCOUNT'
  const signer = key === '' ? owner : signerOf(key)
  if (signer === account.RegularKey) return 'tesSUCCESS'
  if (signer !== owner) return 'tefBAD_AUTH'
  return hasFlag(account, accountFlag.disableMaster) ? 'tefMASTER_DISABLED' : 'tesSUCCESS'
}

/**
 * Checks that each signer is on the account's list and signs with its own key, and that the weights reach the quorum.
 */
export function checkSignerList(view: ReadView, owner: string, signers: SignerItem[]): ResultCode {
  const list = read(view, signerListKeylet(owner))
  if (list === undefined) return 'tefNOT_MULTI_SIGNING'
  const weights = new Map(
    list.SignerEntries.map(({ SignerEntry: entry }) => [entry.Account, entry.SignerWeight]),
  )
  let weight = 0
  for (const { Signer: signer } of signers) {
    const signerWeight = weights.get(signer.Account)
    if (signerWeight === undefined) return 'tefBAD_SIGNATURE'
    const result = checkSigner(view, signer)
    if (result !== 'tesSUCCESS') return result
    weight += signerWeight
  }
  return weight < list.SignerQuorum ? 'tefBAD_QUORUM' : 'tesSUCCESS'
}

function checkSigner(view: ReadView, signer: SignerItem['Signer']): ResultCode {
  const key = signerOf(signer.SigningPubKey)
  const account = findAccount(view, signer.Account)
  if (key === signer.Account) {
    return account !== undefined && hasFlag(account, accountFlag.disableMaster)
      ? 'tefMASTER_DISABLED'
      : 'tesSUCCESS'
  }
  if (account === undefined) return 'tefBAD_SIGNATURE'
  return account.RegularKey === key ? 'tesSUCCESS' : 'tefBAD_SIGNATURE'
}

/**
 * Checks the fee of a transaction.
 * @param requiredFee the minimum fee in drops. It matters only in the open ledger; the fee in a closing ledger was
 * accepted before.
 */
export function checkFee(view: ReadView, fields: TransactionFields, requiredFee: bigint): ResultCode {
  const fee = BigInt(fields.Fee)
  if (view.open && fee < requiredFee) return 'telINSUF_FEE_P'
  if (fee === 0n) return 'tesSUCCESS'
  const payer = findAccount(view, initiatorOf(fields))
  if (payer === undefined) return 'terNO_ACCOUNT'
  const balance = BigInt(payer.Balance)
  if (balance >= fee) return 'tesSUCCESS'
  return balance > 0n && !view.open ? 'tecINSUFF_FEE' : 'terINSUF_FEE_B'
}
