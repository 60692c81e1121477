import { sentence, t } from '#contract/words/sentence.ts'
import { noTransferFee, tfSetNoRipple } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { currencyName, listedToken } from '#contract/schemas/tokens.ts'
import type { TrustLineBody, TrustLineReply } from '#contract/schemas/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { brokeredCurrencies } from '#worker/domain/nft/brokered-currencies.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'

interface Currency {
  currency: string
  issuer: string
}

/** Limit of a new trust line: sufficient for any price, and far below the ledger's maximum. */
const generousLimit = '1000000000'

/**
 * Returns whether the account can hold a currency, and how the marketplace trades it, according to the validated
 * ledger.
 */
export async function readTrustLine(
  context: Context,
  { account }: Actor,
  lineCurrency: Currency,
): Promise<TrustLineReply> {
  const { ledger } = context
  const [lines, issuer, isBrokered] = await Promise.all([
    ledger.listLines(account, lineCurrency.issuer),
    ledger.findAccount(lineCurrency.issuer),
    brokeredCurrencies(context),
  ])
  const line = lines.find(({ currency }) => currency === lineCurrency.currency)
  return {
    // An issuer needs no trust line for its own currency.
    exists: account === lineCurrency.issuer || line !== undefined,
    balance: line?.balance ?? '0',
    limit: line?.limit ?? '0',
    frozen: line?.frozen ?? false,
    brokered: isBrokered(lineCurrency),
    transferRate: issuer?.transferRate ?? noTransferFee,
    issuerExists: issuer !== null,
  }
}

/**
 * Requests a trust line for a listed or a custom currency; the marketplace builds the transaction.
 * Throws Refusal: own_token, account_not_found, already_pending, would_fail, signer_unavailable.
 */
export async function setTrustLine(
  context: Context,
  actor: Actor,
  body: TrustLineBody,
): Promise<SignReferences> {
  const { settings } = context
  const { currency, issuer } = body
  if (issuer === actor.account)
    throw new Refusal('own_token', sentence('This is your own currency: you need no trust line for it.'))
  const present = await readTrustLine(context, actor, body)
  if (!present.issuerExists)
    throw new Refusal(
      'account_not_found',
      sentence('The issuer of this currency does not exist on the ledger.'),
    )
  if (present.exists && present.limit !== '0')
    throw new Refusal('already_pending', sentence('Your account already has this trust line.'))
  const txjson = {
    TransactionType: 'TrustSet',
    Account: actor.account,
    LimitAmount: { currency, issuer, value: generousLimit },
    Flags: tfSetNoRipple,
  }
  const { site } = instructionWords(context)
  const name =
    listedToken(settings.tokens, body)?.symbol ??
    t('{currency} of {issuer}', { currency: currencyName(currency), issuer })
  return requestSignature(context, {
    purpose: 'trust_line',
    account: actor.account,
    txjson,
    context: {},
    instruction: t('Let your account hold {currency}, for trading on OPX ({site}).', {
      currency: name,
      site,
    }),
    returnPath: '/',
  })
}
