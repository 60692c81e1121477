import { actions } from '#contract/rules/actions.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { ClientTransaction, SignReferences } from '#contract/schemas/sign-requests.ts'
import type { TransactionBody } from '#contract/schemas/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { checkBidder } from './bid-at-auction.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { checkOffer, offerKindOf } from './check-offer.ts'
import { explainClient } from './explain-refusal.ts'
import { checkLeastBid } from './least-bid.ts'
import { checkPrimaryAccept, checkPrimaryOffer } from './primary-rules.ts'

const instructions: Record<ClientTransaction['TransactionType'], (site: string) => string> = {
  NFTokenCreateOffer: (site) => t('Make an offer on OPX ({site}).', { site }),
  NFTokenCancelOffer: (site) => t('Cancel offers on OPX ({site}).', { site }),
  NFTokenAcceptOffer: (site) => t('Accept an offer on OPX ({site}).', { site }),
  NFTokenBurn: (site) => t('Burn an NFT permanently on OPX ({site}).', { site }),
}

/** Checks rules between fields, which a schema of single fields cannot express. Throws Refusal. */
export async function checkFields(
  context: Context,
  txjson: ClientTransaction,
  account: string,
  toTagged = false,
) {
  if (txjson.Account !== account) {
    throw new Refusal(
      'account_mismatch',
      sentence('The transaction is for a different account from the one you are connected with.'),
    )
  }
  if (txjson.TransactionType === 'NFTokenAcceptOffer') {
    // Only the marketplace brokers, so a client accepts one side.
    const sides = [txjson.NFTokenSellOffer, txjson.NFTokenBuyOffer].filter((offer) => offer !== undefined)
    if (sides.length !== 1)
      throw new Refusal('transaction_not_allowed', 'Accept exactly one offer: a sell offer or a buy offer.')
    await checkPrimaryAccept(context, account, txjson)
  }
  if (txjson.TransactionType === 'NFTokenCreateOffer') {
    const kind = offerKindOf(txjson, context.treasury.account)
    const asOf = await readLedgerNow(context)
    await checkOffer(context, { account, kind, tx: txjson, asOf, toTagged })
    await checkPrimaryOffer(context, account, { nftId: txjson.NFTokenID, kind })
    if (actions[kind].offerOf === 'buyer') {
      await checkLeastBid(context, txjson.NFTokenID, txjson.Amount)
      if (txjson.Destination === context.treasury.account)
        await checkBidder(context, account, txjson.NFTokenID, asOf)
      await checkFunds(context, account, txjson.Amount)
    }
  }
}

/**
 * Requests a signature for a transaction that the client built. Allows only types and fields of the contract, and only
 * for the caller. Throws Refusal: account_mismatch, transaction_not_allowed, validation_failed, insufficient_funds,
 * no_trust_line, royalty_no_line, not_owner, bidder_banned, those of the collection's rules, tag_required, direct_only,
 * would_fail, signer_unavailable.
 */
export async function requestTransaction(
  context: Context,
  actor: Actor,
  { txjson, toTagged }: TransactionBody,
): Promise<SignReferences> {
  await checkFields(context, txjson, actor.account, toTagged)
  const nftId = 'NFTokenID' in txjson ? txjson.NFTokenID : undefined
  const { site } = instructionWords(context)
  return requestSignature(
    context,
    {
      purpose: 'transaction',
      account: actor.account,
      txjson,
      context: nftId === undefined ? {} : { nftId },
      instruction: instructions[txjson.TransactionType](site),
      returnPath: nftId === undefined ? '/' : `/nft/${nftId}`,
    },
    explainClient(context, txjson),
  )
}
