import { amountValue } from '#contract/words/amount-values.ts'
import { sentence, t } from '#contract/words/sentence.ts'
import { findBidderProblem, queryBidderBan } from '#db/queries/trade/bidder-bans.ts'
import { queryCursor } from '#db/queries/ledger-index/writes.ts'
import { queryNft, queryOffer, queryRunningAuction } from '#db/queries/nft/nfts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { sameCurrency } from '#contract/rules/money.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { reachesStart, smallestBid } from '#contract/rules/sale-state.ts'
import type { OfferTransaction, SignReferences } from '#contract/schemas/sign-requests.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { accessMessages } from '#worker/domain/demand/reserve.ts'
import { ledgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { existingToken } from '#worker/domain/nft/existing-token.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { checkOffer } from './check-offer.ts'
import { explainSale } from './explain-refusal.ts'

function banRefusal(until: Date): Refusal {
  return new Refusal(
    'bidder_banned',
    sentence(
      'Your account cannot bid until {day}: a top bid of yours was withdrawn or not covered at the end of an auction.',
      { day: until.toISOString().slice(0, 10) },
    ),
  )
}

/**
 * Checks the issuer's lists: an issuer's auction sells only to accounts that the lists allow, even if the lists are
 * newer than the auction.
 */
async function checkLists({ db, rules }: Context, bidder: string, nftId: string) {
  if (identifyToken(nftId).issuer === bidder) return
  const problem = await findBidderProblem(db.http, rules, { nftId, bidder })
  if (problem !== null) throw new Refusal(problem, accessMessages[problem])
}

/** Checks the bidder of a plain bid to the marketplace, because such a bid also counts in a running auction. */
export async function checkBidder(context: Context, bidder: string, nftId: string, asOf: Date) {
  const reader = context.db.http
  const [auctions, [ban]] = await reader.batch([
    queryRunningAuction(reader, nftId),
    queryBidderBan(reader, bidder),
  ])
  if (auctions.length === 0) return
  if (ban !== undefined && ban.until > asOf) throw banRefusal(ban.until)
  await checkLists(context, bidder, nftId)
}

/** Returns the running auction of a token, for an account that may bid. Three round trips. */
async function findAuction(context: Context, bidder: string, tx: OfferTransaction) {
  const { db, now } = context
  const [nfts, auctions, bans, cursor] = await db.http.batch([
    queryNft(db.http, tx.NFTokenID),
    queryRunningAuction(db.http, tx.NFTokenID),
    queryBidderBan(db.http, bidder),
    queryCursor(db.http),
  ])
  const asOf = ledgerNow(cursor[0]?.closedAt, now())
  const nft = existingToken(nfts)
  const [[auction], [ban]] = [auctions, bans]
  if (nft.owner === bidder) throw new Refusal('own_token', sentence('This NFT is yours.'))
  if (auction === undefined || auction.endsAt <= asOf)
    throw new Refusal('no_auction', sentence('No auction for this NFT is open; it may have just ended.'))
  if (ban !== undefined && ban.until > asOf) throw banRefusal(ban.until)
  await checkLists(context, bidder, nft.id)
  const [offer] = await queryOffer(db.http, auction.offerId)
  return { nft, auction, offerExpiration: offer?.expiration ?? null, asOf }
}

function checkBid(
  tx: OfferTransaction,
  {
    owner,
    start,
    tokens,
    offerExpiration,
  }: {
    owner: string
    start: Amount
    tokens: Context['settings']['tokens']
    offerExpiration: number | null
  },
) {
  const amount = amountValue(start, tokens)
  if (tx.Owner !== owner)
    throw new Refusal(
      'not_owner',
      sentence('The NFT belongs to a different account than the one in the offer.'),
    )
  if (!sameCurrency(tx.Amount, start)) {
    const message = sentence('This auction began at {amount}: bids must be in the same currency.', {
      amount,
    })
    throw new Refusal('validation_failed', message, { errors: [{ path: 'txjson.Amount', message }] })
  }
  if (!reachesStart(tx.Amount, start))
    throw new Refusal(
      'bid_too_low',
      sentence('After the 1 % fee, a bid must reach the start price of {amount}: bid {least} or more.', {
        amount,
        least: amountValue(smallestBid(start), tokens),
      }),
    )
  if (tx.Expiration !== undefined && offerExpiration !== null && tx.Expiration < offerExpiration) {
    throw new Refusal('validation_failed', sentence('The offer is not valid.'), {
      errors: [
        {
          path: 'txjson.Expiration',
          message: sentence('A bid must stay open at least as long as the auction’s own offer.'),
        },
      ],
    })
  }
}

/**
 * Bids in an auction (docs/money.md, 5): a funded buy offer to the marketplace that reaches the start price after the
 * fee. Throws Refusal: account_mismatch, transaction_not_allowed, validation_failed, not_found, own_token, no_auction,
 * bidder_banned, blacklisted, not_whitelisted, purchase_limit, not_owner, bid_too_low, insufficient_funds, would_fail,
 * signer_unavailable.
 */
export async function bidAtAuction(
  context: Context,
  actor: Actor,
  tx: OfferTransaction,
): Promise<SignReferences> {
  if (tx.Flags === tfSellNFToken || tx.Destination !== context.treasury.account) {
    throw new Refusal('transaction_not_allowed', 'A bid is a buy offer to the marketplace account.')
  }
  const { nft, auction, offerExpiration, asOf } = await findAuction(context, actor.account, tx)
  await checkOffer(context, { account: actor.account, kind: 'bidAtAuction', tx, asOf })
  const start = auction.startAmount
  checkBid(tx, { owner: nft.owner, start, tokens: context.settings.tokens, offerExpiration })
  await checkFunds(context, actor.account, tx.Amount)
  const sale = { account: actor.account, nftId: nft.id, amount: tx.Amount, owner: nft.owner }
  const { site, nameOf } = instructionWords(context)
  return requestSignature(
    context,
    {
      purpose: 'bid_auction',
      account: actor.account,
      txjson: tx,
      context: { nftId: nft.id, owner: nft.owner, sellOfferId: auction.offerId, paid: tx.Amount },
      instruction: t('Bid on {name} on OPX ({site}).', {
        name: nameOf(nft.name ?? fallbackName(nft.sequence)),
        site,
      }),
      returnPath: `/nft/${nft.id}`,
    },
    explainSale(context, sale),
  )
}
