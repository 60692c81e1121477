import { sentence, type Sentence, t } from '#contract/words/sentence.ts'
import { handOutSwap, type SwapRow } from '#db/queries/swap/swaps.ts'
import { dateToRippleTime } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SignReferences } from '#contract/schemas/sign-requests.ts'
import { agreedMinutes } from '#contract/limits/swaps.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { findKeyedRequest } from '#worker/domain/sign-request/keyed-request.ts'
import { offeredCost } from '#worker/domain/ledger-index/network-cost.ts'
import { openSignRequest, openWithinMinutes } from '#worker/domain/sign-request/open-sign-request.ts'
import { batchCostDrops } from '#worker/ledger/batch.ts'
import { buildSwapBatch, swapInnerCount } from '#worker/ledger/swap-batch.ts'
import { instructionWords } from '#worker/domain/sign-request/instruction.ts'
import { requireBatch } from '#worker/domain/batch/require-batch.ts'
import { checkSwap } from './rules.ts'
import { settleAgreement } from './settle-agreement.ts'
import { getSwapRow } from './view.ts'

/** Minimum number of minutes that must remain for the proposer's wallet. */
const leastMinutes = 2
/** Shortest interval between ledger closes: 3 seconds. */
const ledgerSeconds = 3

const closedRefusal = (message: Sentence) => new Refusal('swap_closed', message)

const endedMessages: Partial<Record<SwapRow['state'], Sentence>> = {
  completed: sentence('This swap has already happened.'),
  agreed: sentence('The other account has already signed: only the proposer can continue.'),
  declined: sentence('This swap was declined.'),
  withdrawn: sentence('The proposal was withdrawn.'),
  expired: sentence('This proposal has expired.'),
  void: sentence('This swap is no longer possible: one of its works has changed hands.'),
}

const notOpenRefusal = ({ state }: SwapRow) =>
  closedRefusal(endedMessages[state] ?? sentence('This swap is no longer open.'))

function requireSide(actor: Actor, account: string, message: Sentence) {
  if (actor.account !== account)
    throw new Refusal('forbidden', `Only the ${message} of this swap can do that.`)
}

/** Returns the cost to offer for the whole Batch, in drops. */
async function costOf(context: Context, row: SwapRow): Promise<bigint> {
  const cost = await context.ledger.transactionCost()
  return batchCostDrops(offeredCost(context, cost), swapInnerCount(row), 1)
}

async function sequenceOf({ ledger }: Context, account: string): Promise<number> {
  const state = await ledger.findAccount(account)
  if (state === null)
    throw new Refusal(
      'account_not_found',
      sentence('One of the accounts in this swap does not exist on the ledger.'),
    )
  return state.sequence
}

/**
 * Asks the partner of a proposal to sign the partner's part, which fixes the content, the Sequences of both accounts
 * and the time limit. Nothing happens before the proposer signs as well. Throws Refusal: not_found, forbidden,
 * swap_closed, batch_unavailable, those of `checkSwap`, signer_unavailable.
 */
export async function agreeToSwap(context: Context, actor: Actor, id: string): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const row = await getSwapRow(context, id)
  requireSide(actor, row.partner, 'other account')
  const asOf = await readLedgerNow(context)
  if (row.state !== 'proposed') throw notOpenRefusal(row)
  if (row.expiresAt <= context.now()) throw closedRefusal(sentence('This proposal has expired.'))
  await requireBatch(context, actor.account)
  await checkSwap(context, row, actor.account)
  const [head, sequence, partnerSequence, cost] = await Promise.all([
    context.ledger.validatedHead(),
    sequenceOf(context, row.proposer),
    sequenceOf(context, row.partner),
    costOf(context, row),
  ])
  const batch = buildSwapBatch(row, {
    sequence,
    partnerSequence,
    lastLedger: head.index + (agreedMinutes * 60) / ledgerSeconds,
    expiration: dateToRippleTime(asOf) + agreedMinutes * 60,
    cost,
  })
  const { site } = instructionWords(context)
  return openSignRequest(context, {
    purpose: 'swap_agree',
    account: actor.account,
    role: 'inner',
    txjson: batch,
    context: { swapId: id },
    instruction: t(
      'Agree to a swap on OPX ({site}). The proposer can complete it within {minutes, plural, one {# minute} other {# minutes}}.',
      { site, minutes: agreedMinutes },
    ),
    returnPath: `/swap/${id}`,
  })
}

/**
 * Asks the proposer to sign the whole swap after the partner has signed. The proposer submits it, so from then on only
 * the ledger can end it. Throws Refusal: not_found, forbidden, swap_closed, batch_unavailable, those of `checkSwap`,
 * signer_unavailable.
 */
export async function completeSwap(context: Context, actor: Actor, id: string): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const swap = await getSwapRow(context, id)
  requireSide(actor, swap.proposer, 'proposer')
  if (swap.state !== 'agreed') throw swap.state === 'proposed' ? notSignedRefusal() : notOpenRefusal(swap)
  const row = await settleAgreement(context, swap)
  if (row.state !== 'agreed' || row.batch === null || row.agreedUntil === null) throw lapsedRefusal()
  const minutesLeft = (row.agreedUntil.getTime() - (await readLedgerNow(context)).getTime()) / 60_000
  if (minutesLeft < leastMinutes) throw lapsedRefusal()
  await requireBatch(context, actor.account)
  await checkSwap(context, row, actor.account)
  const [head, cost] = await Promise.all([context.ledger.validatedHead(), costOf(context, row)])
  if ((await handOutSwap(context.db.http, row, context.now())) === null) throw lapsedRefusal()
  const { site } = instructionWords(context)
  return openSignRequest(context, {
    purpose: 'swap',
    account: actor.account,
    // The partner's signature covers neither Fee nor LastLedgerSequence.
    txjson: {
      ...row.batch,
      Fee: cost.toString(),
      LastLedgerSequence: head.index + Math.floor((minutesLeft * 60) / ledgerSeconds),
    },
    context: { swapId: id },
    instruction: t('Swap works on OPX ({site}). Everything changes hands, or nothing does.', { site }),
    returnPath: `/swap/${id}`,
    openWithinMinutes: Math.min(openWithinMinutes, Math.floor(minutesLeft)),
  })
}

const notSignedRefusal = () => closedRefusal(sentence('The other account has not agreed to this swap yet.'))
const lapsedRefusal = () =>
  closedRefusal(
    sentence(
      'The other account’s signature is no longer valid: its time ran out, or one of you has sent another transaction. Ask the other account to agree again.',
    ),
  )

/**
 * Asks the partner to use up the Sequence to which the partner's signature is bound, so that the signature can never be
 * applied. Throws Refusal: not_found, forbidden, swap_closed, signer_unavailable.
 */
export async function revokeAgreement(context: Context, actor: Actor, id: string): Promise<SignReferences> {
  const earlier = await findKeyedRequest(context)
  if (earlier !== null) return earlier
  const swap = await getSwapRow(context, id)
  requireSide(actor, swap.partner, 'other account')
  const row = swap.state === 'agreed' ? await settleAgreement(context, swap) : swap
  if (row.state !== 'agreed')
    throw closedRefusal(sentence('Your signature is no longer in use: there is nothing to withdraw.'))
  const { site } = instructionWords(context)
  return openSignRequest(context, {
    purpose: 'swap_revoke',
    account: actor.account,
    txjson: { TransactionType: 'AccountSet', Account: actor.account },
    context: { swapId: id },
    instruction: t('Withdraw from a swap on OPX ({site}). It changes nothing else in your account.', {
      site,
    }),
    returnPath: `/swap/${id}`,
  })
}
