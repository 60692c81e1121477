import { currencySentence } from '#contract/words/amount-values.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { lsfRequireAuth, nftokenFlags } from '#contract/rules/ledger.ts'
import { minimumOfferDrops } from '#contract/rules/fees.ts'
import { addAmounts, compareAmounts } from '#contract/rules/money.ts'
import {
  amountOfDrops,
  currencyOf,
  dropsOfAmount,
  isSameCurrency,
  maxIssuedDrops,
  type SaleCurrency,
} from '#contract/rules/sale-amounts.ts'
import type { Amount, IssuedAmount } from '#contract/schemas/amounts.ts'
import type { Context } from '#worker/domain/context.ts'
import type { LedgerPort } from '#worker/ports/ledger/port.ts'

const fieldRefusal = (path: string, message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path, message }] })

/**
 * Reads a price in millionths of a collection's currency. Throws Refusal('validation_failed') for the field `amount`.
 */
export function readPrice({ settings }: Context, amount: Amount, currency: SaleCurrency): bigint {
  if (!isSameCurrency(currencyOf(amount), currency))
    throw fieldRefusal(
      'amount',
      currency === null
        ? sentence('Works in this collection are sold for XRP. Enter the price in drops.')
        : sentence('Works in this collection are sold for {currency}. Enter the price in that currency.', {
            currency: currencySentence({ ...currency, value: '0' }, settings.tokens),
          }),
    )
  const drops = dropsOfAmount(amount)
  if (currency === null) {
    if (drops === null || drops < minimumOfferDrops)
      throw fieldRefusal('amount', sentence('The price must be at least 0.1 XRP.'))
    return drops
  }
  if (drops === null || drops <= 0n || drops >= maxIssuedDrops)
    throw fieldRefusal(
      'amount',
      sentence('The price must be above 0 and below 1,000,000,000, with at most six decimals.'),
    )
  return drops
}

/**
 * Throws Refusal('validation_failed') if a work that can be sold only for XRP would get a price in another currency.
 */
export function checkFlags(flags: number, currency: SaleCurrency): void {
  if (currency !== null && Math.floor(flags / nftokenFlags.onlyXRP) % 2 === 1)
    throw fieldRefusal(
      'onlyXRP',
      sentence('This collection is not priced in XRP, so its works cannot be for sale for XRP only.'),
    )
}

interface Lines {
  ledger: Pick<LedgerPort, 'findAccount' | 'listLines'>
}

/**
 * Returns why a trust line cannot receive `payout` more of its currency: it is missing, not authorised or frozen, or
 * its limit is too low.
 */
async function lineProblem(
  { ledger }: Lines,
  account: string,
  payout: IssuedAmount,
): Promise<'no_line' | 'restricted' | 'limit' | null> {
  if (account === payout.issuer) return null
  const [issuer, lines] = await Promise.all([
    ledger.findAccount(payout.issuer),
    ledger.listLines(account, payout.issuer),
  ])
  const line = lines.find(({ currency }) => currency === payout.currency)
  if (line === undefined) return 'no_line'
  const mustBeAuthorised = ((issuer?.flags ?? 0) & lsfRequireAuth) !== 0
  if (line.frozen || line.closed || (mustBeAuthorised && !line.authorised)) return 'restricted'
  const balance = { ...payout, value: line.balance.startsWith('-') ? '0' : line.balance }
  return compareAmounts(addAmounts(balance, payout), { ...payout, value: line.limit }) > 0 ? 'limit' : null
}

/** True if an account can receive a number of drops of a currency: XRP always, others by its trust line. */
export async function canHold(
  context: Lines,
  account: string,
  drops: bigint,
  currency: SaleCurrency,
): Promise<boolean> {
  const amount = amountOfDrops(drops, currency)
  return typeof amount === 'string' || (await lineProblem(context, account, amount)) === null
}

/**
 * Checks that an artist can receive the royalty and payout of a sale, `drops` in total. Throws Refusal('would_fail')
 * that says what the artist's account lacks.
 */
export async function checkArtistLine(
  context: Context,
  artist: string,
  drops: bigint,
  currency: SaleCurrency,
): Promise<void> {
  const amount = amountOfDrops(drops, currency)
  const problem = typeof amount === 'string' ? null : await lineProblem(context, artist, amount)
  if (problem === null) return
  const currencyName = currencySentence(amount, context.settings.tokens)
  const reasons = {
    no_line: sentence('The artist has no trust line for {currency} and cannot be paid in it at the moment.', {
      currency: currencyName,
    }),
    restricted: sentence(
      'The artist cannot be paid in {currency} at the moment: their trust line for it is frozen or restricted.',
      { currency: currencyName },
    ),
    limit: sentence("The artist's trust line for {currency} has no room for this sale.", {
      currency: currencyName,
    }),
  }
  throw new Refusal('would_fail', reasons[problem])
}
