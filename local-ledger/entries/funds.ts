import {
  type Amount,
  type Asset,
  compare,
  drops,
  dropsOf,
  multiplyByRate,
  token,
} from '#ledger/amounts/amount.ts'
import { ZERO } from '#ledger/amounts/decimal.ts'
import type { ResultCode } from '#ledger/transactions/results.ts'
import type { ReadView } from '#ledger/views/read-view.ts'
import type { Sandbox } from '#ledger/views/sandbox.ts'
import { changeBalance, findAccount, spendableDrops } from './account-roots.ts'
import { creditLine, isDeepFrozen, isFrozen, lineBalance, transferRate } from './trust-lines.ts'

// The spendable funds of an account, and payments. Source: xrpl.org "Reserves", "Freezes", "Transfer Fees".

/** Returns an account's spendable balance of an asset; frozen balances count as zero. */
export function findHoldings(view: ReadView, account: string, asset: Asset): Amount {
  if (asset.kind === 'xrp') return drops(spendableDrops(view, account))
  const { currency, issuer } = asset
  const frozen = isFrozen(view, account, asset) || isDeepFrozen(view, account, asset)
  return token(currency, issuer, frozen ? ZERO : lineBalance(view, account, issuer, currency))
}

/** Like `findHoldings`, but an issuer always has enough of its own currency. */
export function findFunds(view: ReadView, account: string, amount: Amount): Amount {
  if (amount.asset.kind === 'token' && amount.asset.issuer === account) return amount
  return findHoldings(view, account, amount.asset)
}

export const canPay = (view: ReadView, account: string, amount: Amount): boolean =>
  compare(findFunds(view, account, amount), amount) >= 0

/**
 * Sends an amount without checking reserves. Sending another issuer's currency additionally costs its transfer rate.
 */
export function send(view: Sandbox, from: string, to: string, amount: Amount): ResultCode {
  if (amount.value.mantissa === 0n || from === to) return 'tesSUCCESS'
  if (amount.asset.kind === 'xrp') return sendDrops(view, from, to, dropsOf(amount))
  const { currency, issuer } = amount.asset
  if (from === issuer || to === issuer) {
    creditLine(view, from, to, currency, amount.value)
    return 'tesSUCCESS'
  }
  const withFee = multiplyByRate(amount, transferRate(view, issuer))
  creditLine(view, issuer, to, currency, amount.value)
  creditLine(view, from, issuer, currency, withFee.value)
  return 'tesSUCCESS'
}

function sendDrops(view: Sandbox, from: string, to: string, amount: bigint): ResultCode {
  const sender = findAccount(view, from)
  if (sender === undefined || BigInt(sender.Balance) < amount) {
    return view.open ? 'telFAILED_PROCESSING' : 'tecFAILED_PROCESSING'
  }
  changeBalance(view, from, -amount)
  changeBalance(view, to, amount)
  return 'tesSUCCESS'
}
