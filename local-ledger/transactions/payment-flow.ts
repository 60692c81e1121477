import { type Amount, type Asset, currencyHex } from '#ledger/amounts/amount.ts'
import { compareDecimals, type Decimal, ZERO } from '#ledger/amounts/decimal.ts'
import { addValues, isPositive, subtractValues } from '#ledger/amounts/token-value.ts'
import { findAccount } from '#ledger/entries/account-roots.ts'
import { Sandbox } from '#ledger/views/sandbox.ts'
import {
  checkHop,
  type Hop,
  type Movement,
  moveForInput,
  moveForOutput,
  type Redeemed,
} from './payment-step.ts'
import type { ResultCode } from './results.ts'
import type { TransactionFields } from './transaction-types.ts'

// Token payments along trust lines. Source: xrpl.org "Paths", "Partial Payments". This ledger has no order book, so a
// payment that needs a currency conversion finds no path.

export interface Delivery {
  from: string
  to: string
  deliver: Amount
  maxSpend: Amount
  hasSendMax: boolean
  paths: NonNullable<TransactionFields['Paths']>
  useDefaultPath: boolean
  partial: boolean
  limitQuality: boolean
}

export interface Delivered {
  result: ResultCode
  deliveredAmount: Amount
}

const MAX_ROUNDS = 1000

const sameCurrency = (a: Asset, b: Asset): boolean =>
  a.kind === 'token' && b.kind === 'token' && currencyHex(a.currency) === currencyHex(b.currency)

/** A section of a path with a single currency. */
interface PathSection {
  currency: string
  accounts: string[]
}

type Path = Delivery['paths'][number]

/** Returns the accounts on a path, including the implied issuers. */
function singleCurrency(delivery: Delivery, path: Path): string[] {
  const { from, to, deliver, maxSpend } = delivery
  const accounts = [from]
  const spendIssuer = maxSpend.asset.kind === 'token' ? maxSpend.asset.issuer : from
  if (spendIssuer !== from && path[0]?.account !== spendIssuer) accounts.push(spendIssuer)
  for (const step of path) if (step.account !== undefined) accounts.push(step.account)
  const issuer = deliver.asset.kind === 'token' ? deliver.asset.issuer : to
  if (accounts.at(-1) !== issuer && to !== issuer) accounts.push(issuer)
  if (accounts.at(-1) !== to) accounts.push(to)
  return accounts
}

/** Returns the sections before and after an order book. */
function aroundBook({ from, to, deliver, maxSpend }: Delivery): PathSection[] {
  const sections: PathSection[] = []
  if (maxSpend.asset.kind === 'token' && maxSpend.asset.issuer !== from) {
    sections.push({ currency: maxSpend.asset.currency, accounts: [from, maxSpend.asset.issuer] })
  }
  if (deliver.asset.kind === 'token' && deliver.asset.issuer !== to) {
    sections.push({ currency: deliver.asset.currency, accounts: [deliver.asset.issuer, to] })
  }
  return sections
}

function hopsAlong(
  view: Sandbox,
  { currency, accounts }: PathSection,
  crossesBook: boolean,
): Hop[] | ResultCode {
  if (accounts.length < 2) return 'temBAD_PATH'
  const hops: Hop[] = []
  const visitedAccounts = new Set<string>()
  for (const [index, from] of accounts.slice(0, -1).entries()) {
    const to = accounts[index + 1] ?? from
    if (from === to) return 'temBAD_PATH'
    const isLast = index === accounts.length - 2 && !crossesBook
    const hop: Hop = { from, to, currency, previous: hops.at(-1) ?? null, isLast }
    const result = checkHop(view, hop)
    if (result !== 'tesSUCCESS') return result
    if (visitedAccounts.has(from)) return 'temBAD_PATH_LOOP'
    visitedAccounts.add(from)
    hops.push(hop)
  }
  return hops
}

/** Returns the hops of a path, "dry" if it needs an order book (which has no offers), or why the path is invalid. */
function hopsOf(view: Sandbox, delivery: Delivery, path: Path): Hop[] | 'dry' | ResultCode {
  const { deliver, maxSpend } = delivery
  const crosses =
    !sameCurrency(deliver.asset, maxSpend.asset) || path.some(({ account }) => account === undefined)
  if (!crosses) {
    const currency = deliver.asset.kind === 'token' ? deliver.asset.currency : ''
    return hopsAlong(view, { currency, accounts: singleCurrency(delivery, path) }, false)
  }
  for (const { asset } of [maxSpend, deliver]) {
    if (asset.kind === 'token' && findAccount(view, asset.issuer) === undefined) return 'tecNO_ISSUER'
  }
  for (const stretch of aroundBook(delivery)) {
    const hops = hopsAlong(view, stretch, true)
    if (typeof hops === 'string') return hops
  }
  return 'dry'
}

/** Works backwards from the requested amount. If a hop delivers less, restarts at that hop and continues forwards. */
function runHops(
  base: Sandbox,
  hops: Hop[],
  sendMax: Decimal | null,
  target: Decimal,
): (Movement & { view: Sandbox }) | null {
  let view = new Sandbox(base)
  const redeemedAmounts: Redeemed = new Map()
  let limitingHop = hops.length
  let out = target
  let atLimit: Movement = { input: ZERO, output: target }
  let last: Movement = { input: ZERO, output: ZERO }
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const hop = hops[index]
    if (hop === undefined) return null
    let movement = moveForOutput(view, hop, out, redeemedAmounts)
    if (!isPositive(movement.output)) return null
    if (index === 0 && sendMax !== null && compareDecimals(sendMax, movement.input) < 0) {
      view = new Sandbox(base)
      limitingHop = index
      movement = moveForInput(view, hop, sendMax, redeemedAmounts)
      atLimit = movement
      if (!isPositive(movement.output) || compareDecimals(movement.input, sendMax) !== 0) return null
    } else if (compareDecimals(movement.output, out) !== 0) {
      view = new Sandbox(base)
      limitingHop = index
      movement = moveForOutput(view, hop, movement.output, redeemedAmounts)
      atLimit = movement
      if (!isPositive(movement.output)) return null
    }
    if (index === hops.length - 1) last = movement
    out = movement.input
  }
  const input = out
  let output = limitingHop === hops.length ? last.output : atLimit.output
  for (const hop of hops.slice(limitingHop + 1)) {
    const movement = moveForInput(view, hop, output, redeemedAmounts)
    if (!isPositive(movement.output)) return null
    output = movement.output
  }
  return { input, output, view }
}

export function deliverTokens(view: Sandbox, delivery: Delivery): Delivered {
  const { deliver, maxSpend } = delivery
  const fail = (result: ResultCode): Delivered => ({
    result,
    deliveredAmount: { asset: deliver.asset, value: ZERO },
  })
  const strands: Hop[][] = []
  let refusal: ResultCode = 'temRIPPLE_EMPTY'
  const paths = delivery.useDefaultPath ? [[], ...delivery.paths] : delivery.paths
  for (const path of paths) {
    const hops = hopsOf(view, delivery, path)
    if (typeof hops !== 'string') strands.push(hops)
    else if (hops === 'dry') strands.push([])
    else if (hops.startsWith('tem')) return fail(hops)
    else refusal = hops
  }
  if (strands.length === 0) return fail(refusal)
  const work = new Sandbox(view)
  let spentAmount = ZERO
  let deliveredAmount = ZERO
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const remainingAmount = subtractValues(deliver.value, deliveredAmount)
    const budget = subtractValues(maxSpend.value, spentAmount)
    if (!isPositive(remainingAmount) || !isPositive(budget)) break
    const best = bestRun(work, strands, budget, remainingAmount)
    if (best === null) break
    best.view.commitTo(work)
    spentAmount = addValues(spentAmount, best.input)
    deliveredAmount = addValues(deliveredAmount, best.output)
  }
  const complete = compareDecimals(deliveredAmount, deliver.value) === 0
  if (!complete && !delivery.partial) return fail('tecPATH_PARTIAL')
  if (!isPositive(deliveredAmount)) return fail('tecPATH_DRY')
  work.commitTo(view)
  return { result: 'tesSUCCESS', deliveredAmount: { asset: deliver.asset, value: deliveredAmount } }
}

/** Returns the run with the lowest cost for its delivered amount among several paths. */
function bestRun(view: Sandbox, strands: Hop[][], budget: Decimal, target: Decimal) {
  let best: (Movement & { view: Sandbox }) | null = null
  for (const hops of strands) {
    const run = hops.length === 0 ? null : runHops(view, hops, budget, target)
    if (run === null) continue
    const better =
      best === null ||
      compareDecimals(
        {
          mantissa: run.input.mantissa * best.output.mantissa,
          exponent: run.input.exponent + best.output.exponent,
        },
        {
          mantissa: best.input.mantissa * run.output.mantissa,
          exponent: best.input.exponent + run.output.exponent,
        },
      ) < 0
    if (better) best = run
  }
  return best
}
