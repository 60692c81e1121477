import { currencySentence } from '#contract/words/amount-values.ts'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { queryNft, queryOffer } from '#db/queries/nft/nfts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { ClientTransaction } from '#contract/schemas/sign-requests.ts'
import type { Context } from '#worker/domain/context.ts'
import type { Explain } from '#worker/domain/sign-request/dry-run.ts'
import { blockedOfferRefusal } from '#worker/domain/sign-request/blocked-offers.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

/** Returns the refusal of a sale in an issued currency, in which the creator cannot receive the royalty. */
export function royaltyLineRefusal({ settings }: Context, amount: Amount): Refusal {
  const currency = currencySentence(amount, settings.tokens)
  return new Refusal(
    'royalty_no_line',
    sentence(
      'The creator of this NFT has no trust line for {currency}, so the royalty cannot be paid. Use another currency: only the creator can set up that trust line.',
      { currency },
    ),
  )
}

async function hasLine({ ledger }: Context, account: string, { issuer, currency }: Exclude<Amount, string>) {
  if (account === issuer) return true
  return (await ledger.listLines(account, issuer)).some((line) => line.currency === currency)
}

/**
 * Returns the account without a trust line for a sale of a token at `amount`: the creator, `account`, or the other
 * party.
 */
async function missingLine(context: Context, account: string, nftId: string, amount: Amount) {
  if (isDrops(amount)) return null
  const { issuer, transferFee } = identifyToken(nftId)
  if (transferFee > 0 && issuer !== account && !(await hasLine(context, issuer, amount)))
    return royaltyLineRefusal(context, amount)
  const currency = currencySentence(amount, context.settings.tokens)
  return (await hasLine(context, account, amount))
    ? new Refusal(
        'would_fail',
        sentence('The other account in this sale has no trust line for {currency}.', { currency }),
      )
    : new Refusal(
        'no_trust_line',
        sentence('Your account has no trust line for {currency}. Set it up first.', { currency }),
      )
}

/**
 * Explains why the ledger refuses a sale of a token at `amount` that `account` is about to sign. If `account` buys,
 * `owner` holds the token.
 */
export function explainSale(
  context: Context,
  { account, nftId, amount, owner }: { account: string; nftId: string; amount: Amount; owner?: string },
): Explain {
  return async (code) => {
    if (code === 'tecNO_PERMISSION') return blockedOfferRefusal(context, { Owner: owner })
    return code === 'tecNO_LINE' ? missingLine(context, account, nftId, amount) : null
  }
}

const notOwnerRefusal = (message: Sentence) => new Refusal('not_owner', message)

/** Returns why an account that does not hold a token can neither burn nor sell it. */
async function notHeld({ db }: Context, account: string, nftId: string, act: 'burn' | 'sell') {
  const [nft] = await queryNft(db.http, nftId)
  if (nft?.burned === true) return new Refusal('not_found', sentence('This NFT has been burned.'))
  return nft?.owner === account
    ? null
    : notOwnerRefusal(`This NFT belongs to another account: only its owner can ${act} it.`)
}

/** Returns the sale that a client's acceptance or offer would make; null for other transactions. */
async function saleOf({ db }: Context, tx: ClientTransaction) {
  if (tx.TransactionType === 'NFTokenCreateOffer') return { nftId: tx.NFTokenID, amount: tx.Amount }
  if (tx.TransactionType !== 'NFTokenAcceptOffer') return null
  const [offer] = await queryOffer(db.http, tx.NFTokenSellOffer ?? tx.NFTokenBuyOffer ?? '')
  return offer === undefined ? null : { nftId: offer.nftId, amount: offer.amount }
}

const missingCodes = new Set(['tecNO_ENTRY', 'tecNO_PERMISSION'])

/**
 * Explains refusals of transactions that the client built: who holds the token or the offer, and whose trust line is
 * missing.
 */
export function explainClient(context: Context, tx: ClientTransaction): Explain {
  const account = tx.Account
  return async (code) => {
    if (tx.TransactionType === 'NFTokenBurn' && missingCodes.has(code))
      return notHeld(context, account, tx.NFTokenID, 'burn')
    if (tx.TransactionType === 'NFTokenCreateOffer' && code === 'tecNO_ENTRY')
      return tx.Flags === tfSellNFToken
        ? notHeld(context, account, tx.NFTokenID, 'sell')
        : notOwnerRefusal(
            sentence(
              'This NFT does not belong to the account that the offer names. Check it again before you bid.',
            ),
          )
    if (tx.TransactionType === 'NFTokenCancelOffer' && code === 'tecNO_PERMISSION')
      return notOwnerRefusal(
        sentence(
          'One of these offers belongs to another account: only the account that made it can cancel it.',
        ),
      )
    if (tx.TransactionType === 'NFTokenCreateOffer' && code === 'tecNO_PERMISSION')
      return blockedOfferRefusal(context, tx)
    if (tx.TransactionType === 'NFTokenAcceptOffer' && code === 'tecNO_PERMISSION')
      return new Refusal(
        'would_fail',
        sentence('This offer is for another account: only that account can accept it.'),
      )
    if (code !== 'tecNO_LINE') return null
    const sale = await saleOf(context, tx)
    return sale === null ? null : missingLine(context, account, sale.nftId, sale.amount)
  }
}
