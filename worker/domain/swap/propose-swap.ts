import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { insertSwap } from '#db/queries/swap/swaps.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { ProposeSwapBody } from '#contract/schemas/swaps.ts'
import { getAccount } from '#worker/domain/account/find-account.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireBatch } from '#worker/domain/batch/require-batch.ts'
import { checkSwap } from './rules.ts'

/** Maximum number of open proposals per account. */
const maxOpen = 20
const dayMs = 86_400_000

const partnerRefusal = (message: Sentence) =>
  new Refusal('validation_failed', message, { errors: [{ path: 'partner', message }] })

/**
 * Stores a proposal. It requires no signature, and nothing is reserved. Throws Refusal: validation_failed, forbidden,
 * swap_limit, batch_unavailable, account_not_found, and those of `checkSwap`.
 */
export async function proposeSwap(context: Context, actor: Actor, body: ProposeSwapBody): Promise<string> {
  const { db, ledger, now, treasury, signRequestId } = context
  const { gives, gets, payer } = body
  const partner = getAccount(body.partner)
  if (partner === actor.account) throw partnerRefusal(sentence('Choose an account other than your own.'))
  if (partner === treasury.account)
    throw partnerRefusal(sentence('The marketplace itself does not take part in swaps.'))
  // The marketplace sells these works for their artists.
  if (actor.account === treasury.account)
    throw new Refusal('forbidden', sentence('The marketplace itself does not take part in swaps.'))
  await requireBatch(context, actor.account)
  if ((await ledger.findAccount(partner)) === null)
    throw new Refusal('account_not_found', sentence('The other account does not exist on the ledger.'))
  const content = { proposer: actor.account, partner, gives, gets, drops: BigInt(body.drops), payer }
  await checkSwap(context, content, actor.account)
  // With an Idempotency-Key, the proposal gets the key's id, so that a repeated call stores nothing new.
  const id = signRequestId ?? crypto.randomUUID()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + body.days * dayMs)
  const row = { id, ...content, state: 'proposed' as const, createdAt, expiresAt }
  const isStored = await db.transaction((tx) => insertSwap(tx, row, maxOpen))
  if (isStored === 'too_many')
    throw new Refusal(
      'swap_limit',
      sentence('You have {most} open proposals. Withdraw one before you create another.', { most: maxOpen }),
    )
  // Both proposals would result in the same Batch.
  if (isStored === 'same_terms')
    throw new Refusal(
      'already_pending',
      sentence('You have already proposed exactly this swap. It is listed under your swaps.'),
    )
  return id
}
