import { amountValue, currencySentence, xrpValue } from '#contract/words/amount-values.ts'
import { sentence } from '#contract/words/sentence.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { lsfGlobalFreeze, noTransferFee } from '#contract/rules/ledger.ts'
import { compareAmounts, fundingOf } from '#contract/rules/money.ts'
import type { ListedToken } from '#contract/schemas/tokens.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'

type Issued = Exclude<Amount, string>

/**
 * Returns the XRP above the reserve, minus the reserve for one more object (the offer, later the page with the token)
 * and a transaction cost.
 */
async function spendableXrp({ ledger }: Context, account: string): Promise<bigint> {
  const [state, reserves, cost] = await Promise.all([
    ledger.findAccount(account),
    ledger.reserves(),
    ledger.transactionCost(),
  ])
  if (state === null) {
    throw new Refusal(
      'account_not_found',
      sentence('Your account does not exist on the ledger yet. Send it at least 1 XRP first.'),
    )
  }
  const reserve = reserves.baseDrops + reserves.ownerDrops * BigInt(state.ownerCount + 1)
  return state.balance - reserve - cost
}

/**
 * Returns the balance that an account needs to pay an amount in an issued currency, its current balance (null without a
 * trust line), and whether the line is frozen.
 */
export async function issuedFunds({ ledger }: Context, account: string, amount: Issued) {
  if (account === amount.issuer) return { neededAmount: amount, heldAmount: amount, frozen: false }
  const [issuer, lines] = await Promise.all([
    ledger.findAccount(amount.issuer),
    ledger.listLines(account, amount.issuer),
  ])
  const line = lines.find(({ currency }) => currency === amount.currency)
  const requiredAmount = fundingOf(amount, issuer?.transferRate ?? noTransferFee)
  const balance = line === undefined || line.frozen || line.balance.startsWith('-') ? '0' : line.balance
  return {
    neededAmount: requiredAmount,
    heldAmount: line === undefined ? null : { ...amount, value: balance },
    frozen: line?.frozen === true || ((issuer?.flags ?? 0) & lsfGlobalFreeze) !== 0,
  }
}

export const frozenCurrencyRefusal = (amount: Amount, tokens: readonly ListedToken[]) =>
  new Refusal(
    'would_fail',
    sentence('The issuer has frozen {currency} for your account, so you cannot pay with it.', {
      currency: currencySentence(amount, tokens),
    }),
  )

/**
 * Checks that an account can pay `amount` now, in addition to its reserve, the reserve of one more object and a
 * transaction cost. Issued currencies include the issuer's transfer rate. The ledger itself refuses an offer only if
 * the balance is zero. Throws Refusal: account_not_found, insufficient_funds, no_trust_line, would_fail.
 */
export async function checkFunds(context: Context, account: string, amount: Amount): Promise<void> {
  const spendable = await spendableXrp(context, account)
  const drops = isDrops(amount) ? BigInt(amount) : 0n
  if (spendable < drops) {
    const available = spendable > 0n ? spendable : 0n
    throw new Refusal(
      'insufficient_funds',
      sentence('This requires {needed} XRP, and your account can spend {available} XRP above its reserve.', {
        needed: xrpValue(drops),
        available: xrpValue(available),
      }),
    )
  }
  if (isDrops(amount)) return
  const { neededAmount, heldAmount: balance, frozen } = await issuedFunds(context, account, amount)
  const { tokens } = context.settings
  if (balance === null) {
    throw new Refusal(
      'no_trust_line',
      sentence('Your account has no trust line for {currency}. Set it up first.', {
        currency: currencySentence(amount, tokens),
      }),
    )
  }
  if (frozen) throw frozenCurrencyRefusal(amount, tokens)
  if (compareAmounts(balance, neededAmount) < 0) {
    throw new Refusal(
      'insufficient_funds',
      sentence('This requires {needed}, but your account has {held}.', {
        needed: amountValue(neededAmount, tokens),
        held: amountValue(balance, tokens),
      }),
    )
  }
}
