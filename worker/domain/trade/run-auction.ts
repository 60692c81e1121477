import { sentence, t } from '#contract/words/sentence.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { saleState } from '#contract/rules/sale-state.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import type { RunAuctionBody } from '#contract/schemas/trading.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { offerViews } from '#worker/domain/nft/offer-view.ts'
import { requestSignature } from '#worker/domain/sign-request/open-sign-request.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { checkOffer } from './check-offer.ts'
import { explainClient } from './explain-refusal.ts'
import { readTokenSale } from './main-listing.ts'
import { checkPrimaryOffer } from './primary-rules.ts'

/** Returns the owner's token, if it has no active sale. */
async function findUnsold(context: Context, owner: string, nftId: string) {
  const { nft, sellOffers, isOnAuction, asOf } = await readTokenSale(context, nftId)
  if (nft.owner !== owner)
    throw new Refusal('not_owner', sentence('Only the owner can put an NFT up for auction.'))
  if (isOnAuction) throw new Refusal('sale_active', sentence('This NFT is already up for auction.'))
  const views = await offerViews(context, sellOffers, asOf)
  if (saleState({ sellOffers: views, onAuction: null }, null, context.treasury.account).kind === 'listed')
    throw new Refusal('sale_active', sentence('This NFT is listed for sale. Cancel the listing first.'))
  return { nft, asOf }
}

/**
 * Opens an auction (docs/money.md, 5): the owner's sell offer to the marketplace at the start price, which must expire
 * at least 13 hours from now. The auction is recorded when the offer is validated, and ends 12 hours before the offer
 * expires. With `extend`, late bids move the end.
 * Throws Refusal: account_mismatch, transaction_not_allowed, validation_failed, not_found, not_owner, sale_active,
 * not_for_sale, not_announced, would_fail, signer_unavailable.
 */
export async function runAuction(
  context: Context,
  actor: Actor,
  { txjson: tx, extend }: RunAuctionBody,
): Promise<SignReferences> {
  if (tx.Flags !== tfSellNFToken || tx.Destination !== context.treasury.account) {
    throw new Refusal('transaction_not_allowed', 'An auction is a sell offer to the marketplace account.')
  }
  const { nft, asOf } = await findUnsold(context, actor.account, tx.NFTokenID)
  await checkOffer(context, { account: actor.account, kind: 'runAuction', tx, asOf })
  await checkPrimaryOffer(context, actor.account, { nftId: nft.id, kind: 'runAuction' })
  const { site, nameOf } = instructionWords(context)
  return requestSignature(
    context,
    {
      purpose: 'run_auction',
      account: actor.account,
      txjson: tx,
      context: { nftId: nft.id, owner: actor.account, price: tx.Amount, extend },
      instruction: t('Put {name} up for auction on OPX ({site}).', {
        name: nameOf(nft.name ?? fallbackName(nft.sequence)),
        site,
      }),
      returnPath: `/nft/${nft.id}`,
    },
    explainClient(context, tx),
  )
}
