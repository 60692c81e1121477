import { sentence } from '#contract/words/sentence.ts'
import { querySwapTokens, type SwapTokenRow } from '#db/queries/swap/swaps.ts'
import { tfSellNFToken } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { fallbackName } from '#contract/rules/unrevealed.ts'
import { checkFunds } from '#worker/domain/sign-request/check-funds.ts'
import { dryRun } from '#worker/domain/sign-request/dry-run.ts'
import { blockedOfferRefusal } from '#worker/domain/sign-request/blocked-offers.ts'
import { checkPrimaryOffer } from '#worker/domain/trade/primary-rules.ts'
import { type SwapContent, swapPrices } from '#worker/ledger/swap-batch.ts'
import { identifyToken } from '#worker/ledger/token-id.ts'

export const nameOf = (id: string, row: Pick<SwapTokenRow, 'name'> | undefined) =>
  row?.name ?? fallbackName(identifyToken(id).sequence)

interface Side {
  owner: string
  otherAccount: string
  works: string[]
  prices: bigint[]
  /** True if sentences address the account as "you", because it is the caller. */
  isActor: boolean
}

function sidesOf(content: SwapContent, actor: string): Side[] {
  const { proposer, partner, gives, gets } = content
  const prices = swapPrices(content)
  return [
    {
      owner: proposer,
      otherAccount: partner,
      works: gives,
      prices: prices.gives,
      isActor: actor === proposer,
    },
    { owner: partner, otherAccount: proposer, works: gets, prices: prices.gets, isActor: actor === partner },
  ]
}

async function checkWork(
  context: Context,
  { owner, isActor }: Side,
  id: string,
  row: SwapTokenRow | undefined,
) {
  const name = nameOf(id, row)
  if (row === undefined || row.burned)
    throw new Refusal('not_found', sentence('{name} does not exist or no longer exists.', { name }))
  if (row.owner !== owner)
    throw new Refusal(
      'not_owner',
      isActor
        ? sentence('{name} does not belong to you.', { name })
        : sentence('{name} does not belong to the other account.', { name }),
    )
  if (row.onAuction)
    throw new Refusal(
      'sale_active',
      sentence('{name} is up for auction: it can be swapped when the auction is over.', { name }),
    )
  // Like a direct listing, a swap cannot enforce access lists and promo codes.
  await checkPrimaryOffer(context, owner, { nftId: id, kind: 'offerDirectly' })
}

/** Simulates each offer of a side as a separate transaction. */
async function simulateSide(context: Context, { owner, otherAccount, works, prices, isActor }: Side) {
  for (const [at, id] of works.entries()) {
    try {
      const offer = {
        TransactionType: 'NFTokenCreateOffer',
        Account: owner,
        NFTokenID: id,
        Amount: (prices[at] ?? 0n).toString(),
        Destination: otherAccount,
        Flags: tfSellNFToken,
      }
      await dryRun(context, offer, async (code) =>
        code === 'tecNO_PERMISSION' ? blockedOfferRefusal(context, offer) : null,
      )
    } catch (error) {
      if (!(error instanceof Refusal) || isActor) throw error
      throw new Refusal(
        error.code,
        sentence('The other account cannot complete its part: {reason}', { reason: error.sentence }),
      )
    }
  }
}

async function checkMoney(context: Context, account: string, { proposer, drops, payer }: SwapContent) {
  const pays = payer === (account === proposer ? 'proposer' : 'partner')
  await checkFunds(context, account, pays ? drops.toString() : '0')
}

/**
 * Checks that a swap could currently happen, while `actor` proposes, signs or completes it. Throws Refusal: not_found,
 * not_owner, sale_active, not_for_sale, not_announced, account_not_found, insufficient_funds, would_fail.
 */
export async function checkSwap(context: Context, content: SwapContent, actor: string): Promise<void> {
  const { gives, gets } = content
  const rows = await querySwapTokens(context.db.http, [...gives, ...gets])
  const byId = new Map(rows.map((row) => [row.id, row]))
  const sides = sidesOf(content, actor)
  for (const side of sides) for (const id of side.works) await checkWork(context, side, id, byId.get(id))
  await checkMoney(context, actor, content)
  for (const side of sides) await simulateSide(context, side)
}
