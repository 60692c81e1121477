import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AmountJson, amountFromJson } from '#ledger/amounts/amount.ts'
import { addDecimals, type Decimal, toInteger } from '#ledger/amounts/decimal.ts'
import { negate } from '#ledger/amounts/token-value.ts'
import { lineBalance } from '#ledger/entries/trust-lines.ts'
import { findCheck } from '#ledger/entries/checks.ts'
import { checkKeylet } from '#ledger/entries/keylets.ts'
import { ChainWorld, type Result } from './chain-world.ts'
import { problemsOf } from './invariants.ts'
import { type Actor, seeded } from './workload.ts'

// Plays random checks between accounts. Value must move from the writer to the receiver, the issuer's fee must
// disappear, and nothing else may change. Values and rates are chosen so that every amount is exact.

const HOLDERS = 4
const rates = { USD: 1_000_000_000, EUR: 1_250_000_000 }
type Currency = keyof typeof rates
const assets = ['XRP', 'USD', 'EUR'] as const
type AssetName = (typeof assets)[number]

/** Every balance in millionths of a drop or of a unit, keyed by asset and account. */
type Balances = Map<string, bigint>

const millionths = (value: Decimal): bigint =>
  toInteger({ mantissa: value.mantissa, exponent: value.exponent + 6 })

class Accounts {
  readonly world = new ChainWorld(HOLDERS + 2, { drops: '20000000' })
  readonly holders: Actor[]
  readonly issuers: Record<Currency, Actor>

  constructor() {
    const [usdIssuer, eurIssuer] = this.world.actors.slice(HOLDERS)
    if (usdIssuer === undefined || eurIssuer === undefined) throw new Error('no issuers')
    this.holders = this.world.actors.slice(0, HOLDERS)
    this.issuers = { USD: usdIssuer, EUR: eurIssuer }
    for (const currency of ['USD', 'EUR'] as const) {
      const issuer = this.issuers[currency]
      this.world.send(issuer, { TransactionType: 'AccountSet', SetFlag: 8, TransferRate: rates[currency] })
      for (const holder of this.holders.slice(0, 2)) {
        this.world.send(holder, { TransactionType: 'TrustSet', LimitAmount: this.token(currency, '500') })
        const payment = {
          TransactionType: 'Payment',
          Destination: holder.address,
          Amount: this.token(currency, '200'),
        }
        this.world.send(issuer, payment)
      }
    }
  }

  token(currency: Currency, value: string): { currency: string; issuer: string; value: string } {
    return { currency, issuer: this.issuers[currency].address, value }
  }

  amount(asset: AssetName, units: number): AmountJson {
    return asset === 'XRP' ? String(units * 100_000) : this.token(asset, String(units))
  }

  balances(): Balances {
    const balances: Balances = new Map()
    for (const actor of this.world.actors) {
      balances.set(`XRP ${actor.address}`, this.world.drops(actor) * 1_000_000n)
      for (const currency of ['USD', 'EUR'] as const) {
        const issuer = this.issuers[currency]
        // The issuer's balance is its debt to all others, as a negative value.
        const values =
          actor === issuer
            ? this.world.actors.map(({ address }) =>
                negate(lineBalance(this.world.view, address, issuer.address, currency)),
              )
            : [lineBalance(this.world.view, actor.address, issuer.address, currency)]
        balances.set(`${currency} ${actor.address}`, millionths(values.reduce(addDecimals)))
      }
    }
    return balances
  }
}

/** Returns the changes that a cashed check must cause, besides the transaction's cost. */
function expectedMoves(
  accounts: Accounts,
  before: Balances,
  from: string,
  to: string,
  delivered: AmountJson,
): Map<string, bigint> {
  const { asset, value } = amountFromJson(delivered)
  const sum = millionths(value)
  const moves = new Map<string, bigint>()
  if (asset.kind === 'xrp') return moves.set(`XRP ${from}`, -sum).set(`XRP ${to}`, sum)
  const currency = asset.currency === 'USD' ? 'USD' : 'EUR'
  const viaIssuer = asset.issuer !== from && asset.issuer !== to
  // Redeems the receiver's debt to the issuer, without a fee.
  const debt = -(before.get(`${currency} ${to}`) ?? 0n)
  const issued = debt <= 0n ? sum : sum > debt ? sum - debt : 0n
  const fee = viaIssuer ? (issued * BigInt(rates[currency] - 1_000_000_000)) / 1_000_000_000n : 0n
  moves.set(`${currency} ${from}`, -sum - fee).set(`${currency} ${to}`, sum)
  // The fee reduces the issuer's debt.
  if (fee > 0n) moves.set(`${currency} ${accounts.issuers[currency].address}`, fee)
  return moves
}

function changes(before: Balances, after: Balances): Map<string, bigint> {
  const moved = new Map<string, bigint>()
  for (const [name, value] of after) {
    const change = value - (before.get(name) ?? 0n)
    if (change !== 0n) moved.set(name, change)
  }
  return moved
}

const sumOf = (balances: Balances, asset: string): bigint =>
  [...balances].reduce((sum, [name, value]) => (name.startsWith(asset) ? sum + value : sum), 0n)

/** Writes, cancels and cashes checks at random, and compares every change of a balance with the expected change. */
function playHistory({ seed, length }: { seed: number; length: number }, outcomes: Map<string, number>) {
  const random = seeded(seed)
  const below = (count: number) => Math.floor(random() * count)
  const accounts = new Accounts()
  const { world } = accounts
  const keys: string[] = []
  const pick = () => world.actors[below(world.actors.length)] ?? accounts.issuers.USD
  const all = accounts.balances()

  const write = (from: Actor): Result => {
    const asset = assets[below(3)] ?? 'XRP'
    const sent = world.send(from, {
      TransactionType: 'CheckCreate',
      Destination: pick().address,
      SendMax: accounts.amount(asset, 1 + below(300)),
      ...(random() < 0.2 ? { Expiration: world.chain.closedHeader.closeTime + below(20) } : {}),
    })
    keys.push(checkKeylet(from.address, sent.sequence).key)
    return sent
  }

  for (let step = 0; step < length; step += 1) {
    const before = accounts.balances()
    const key = keys[below(keys.length)] ?? ''
    const check = findCheck(world.view, key)
    let sender = pick()
    let sent: Result
    let moves = new Map<string, bigint>()
    if (check === undefined || random() < 0.4) sent = write(sender)
    else if (random() < 0.2) sent = world.send(sender, { TransactionType: 'CheckCancel', CheckID: key })
    else {
      sender = world.actors.find(({ address }) => address === check.Destination) ?? sender
      const asset =
        typeof check.SendMax === 'string' ? 'XRP' : check.SendMax.currency === 'USD' ? 'USD' : 'EUR'
      const wanted = accounts.amount(asset, 1 + below(120))
      const exact = random() < 0.5
      const fields = exact ? { Amount: wanted } : { DeliverMin: wanted }
      sent = world.send(sender, { TransactionType: 'CheckCash', CheckID: key, ...fields })
      const delivered = sent.metadata?.DeliveredAmount ?? wanted
      if (sent.result === 'tesSUCCESS')
        moves = expectedMoves(accounts, before, check.Account, check.Destination, delivered)
    }
    outcomes.set(sent.result, (outcomes.get(sent.result) ?? 0) + 1)
    if (sent.metadata !== undefined) {
      const name = `XRP ${sender.address}`
      moves.set(name, (moves.get(name) ?? 0n) - 10_000_000n)
    }
    expect(changes(before, accounts.balances())).toEqual(moves)
    expect(problemsOf(world.chain)).toEqual([])
  }
  const after = accounts.balances()
  expect([sumOf(after, 'USD'), sumOf(after, 'EUR')]).toEqual([sumOf(all, 'USD'), sumOf(all, 'EUR')])
}

test('checks conserve XRP and every currency, whoever writes and cashes them', { timeout: 60_000 }, () => {
  const outcomes = new Map<string, number>()
  const histories = fc.record({ seed: fc.integer(), length: fc.integer({ min: 20, max: 60 }) })
  fc.assert(
    fc.property(histories, (history) => playHistory(history, outcomes)),
    { numRuns: process.env['OPX_PROOFS'] === 'all' ? 15 : 5 },
  )
  expect([...outcomes.keys()]).toEqual(
    expect.arrayContaining(['tesSUCCESS', 'tecPATH_PARTIAL', 'tecNO_PERMISSION']),
  )
})
