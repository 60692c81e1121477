import { currencySentence } from '#contract/words/amount-values.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { noTransferFee } from '#contract/rules/ledger.ts'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import type { Context } from '#worker/domain/context.ts'

const currencyRefusal = (message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path: 'currency', message }] })

/**
 * Checks that the marketplace can sell in a currency: it has a trust line, and the issuer lets it pay artists and
 * charges no transfer fee, which would reduce these payments. Throws Refusal('validation_failed') for the field
 * `currency`.
 */
export async function checkSaleCurrency(context: Context, currency: SaleCurrency): Promise<void> {
  if (currency === null) return
  const name = currencySentence({ ...currency, value: '0' }, context.settings.tokens)
  const { ledger, treasury } = context
  const [lines, issuer] = await Promise.all([
    ledger.listLines(treasury.account, currency.issuer),
    ledger.findAccount(currency.issuer),
  ])
  const line = lines.find((otherLine) => otherLine.currency === currency.currency)
  if (line === undefined || line.limit === '0' || line.frozen)
    throw currencyRefusal(sentence('The marketplace has no trust line for {currency}.', { currency: name }))
  if (line.noRipple)
    throw currencyRefusal(
      sentence(
        'The issuer of {currency} does not let holders pay one another, so the marketplace does not sell in this currency.',
        { currency: name },
      ),
    )
  if ((issuer?.transferRate ?? noTransferFee) !== noTransferFee)
    throw currencyRefusal(
      sentence(
        'The issuer of {currency} charges a fee for each transfer, so the marketplace does not sell in this currency.',
        { currency: name },
      ),
    )
}
