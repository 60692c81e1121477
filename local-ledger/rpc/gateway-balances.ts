import type { Decimal } from '#ledger/amounts/decimal.ts'
import { addValues, formatValue, negate } from '#ledger/amounts/token-value.ts'
import { findAccountId } from '#ledger/codec/address.ts'
import type { Json, JsonObject } from '#ledger/codec/json.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { chooseLedger } from './ledger-selection.ts'
import { linesOf, seenBy } from './owned-lines.ts'
import type { Handler } from './rpc-context.ts'
import { missingField, rpcError } from './rpc-error.ts'

// Reports what an issuer owes in each currency, with the balances of its hot wallets, the frozen balances, and the
// debts of other accounts to the issuer. Source: xrpl.org "gateway_balances".

/** Returns the hot wallets of a request; null if one of them is not an address. */
function hotWallets(value: Json | undefined): Set<string> | null {
  const list = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  const wallets = new Set<string>()
  for (const wallet of list) {
    if (typeof wallet !== 'string' || findAccountId(wallet) === null) return null
    wallets.add(wallet)
  }
  return wallets
}

/** Collects balances by holder. */
class Holders {
  readonly #byHolder: { [holder: string]: JsonObject[] } = {}

  add(holder: string, currency: string, value: Decimal): void {
    this.#byHolder[holder] ??= []
    this.#byHolder[holder].push({ currency, value: formatValue(value) })
  }

  /** Returns the balances as a member of the reply, which is absent if there are none. */
  as(name: string): JsonObject {
    return Object.keys(this.#byHolder).length === 0 ? {} : { [name]: this.#byHolder }
  }
}

export const gatewayBalances: Handler = ({ chain, params, apiVersion }) => {
  const { view, about } = chooseLedger(chain, params)
  const address = params.account ?? params.ident
  if (address === undefined) throw missingField('account')
  if (typeof address !== 'string' || findAccountId(address) === null) throw rpcError('actMalformed')
  const head = { ...about, account: address }
  if (apiVersion > 1 && findAccount(view, address) === undefined) {
    throw rpcError('actNotFound', undefined, head)
  }
  const hot = hotWallets(params.hotwallet)
  if (hot === null) throw rpcError(apiVersion > 1 ? 'invalidParams' : 'invalidHotWallet', undefined, head)
  const obligations = new Map<string, Decimal>()
  const [balances, frozenHolders, assets] = [new Holders(), new Holders(), new Holders()]
  for (const line of linesOf(view, address)) {
    const { balance, currency, peer, freezes } = seenBy(line, address)
    const amountOwed = negate(balance)
    if (balance.mantissa === 0n) continue
    if (hot.has(peer)) balances.add(peer, currency, amountOwed)
    else if (balance.mantissa > 0n) assets.add(peer, currency, balance)
    else if (freezes) frozenHolders.add(peer, currency, amountOwed)
    else {
      const before = obligations.get(currency)
      obligations.set(currency, before === undefined ? amountOwed : addValues(before, amountOwed))
    }
  }
  const sums = [...obligations].map(([currency, value]) => [currency, formatValue(value)])
  return {
    ...head,
    ...(sums.length === 0 ? {} : { obligations: Object.fromEntries(sums) }),
    ...balances.as('balances'),
    ...frozenHolders.as('frozen_balances'),
    ...assets.as('assets'),
  }
}
