import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import type { Executor } from '#db/executor.ts'
import type { SignRequestRow } from '#db/queries/sign-request/sign-requests.ts'
import {
  agreeSwap,
  claimAgreedSwaps,
  endSwap,
  expireSwaps,
  findSwap,
  lapseSwap,
  querySwapTokens,
  type SwapRow,
  voidMovedSwaps,
} from '#db/queries/swap/swaps.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { isSequenceSpent } from '#worker/domain/ledger-index/sequence-spent.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import type { BatchPart } from '#worker/ledger/batch-signature.ts'
import { digestOfBatch } from '#worker/ledger/shown-batches.ts'
import { innerHashes, innerTransactions } from '#worker/ledger/batch.ts'
import { type Fields, numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { checkSwap } from './rules.ts'
import { movedMessage } from './view.ts'

/** Maximum number of swaps in each round of the sweep. */
const agreedPerRound = 20
const checkedPerRound = 200
const idleSeconds = 5

const swapIdOf = ({ context }: SignRequestRow) => context.swapId ?? ''

/** Stores the partner's signature, in the transaction that ends its request. Throws Refusal('swap_closed'). */
export async function storeAgreement(
  { now }: Context,
  tx: Executor,
  row: SignRequestRow,
  part: BatchPart,
): Promise<void> {
  const agreedSwap = await agreeSwap(tx, swapIdOf(row), {
    batch: { ...row.txjson, BatchSigners: [{ BatchSigner: part }] },
    agreedUntil: limitOf(row.txjson),
    digest: digestOfBatch(innerHashes(row.txjson)),
    now: now(),
  })
  if (agreedSwap === null)
    throw new Refusal(
      'swap_closed',
      sentence(
        'The proposal no longer needs your signature: it was already signed or withdrawn, or its time ran out. This signature was discarded.',
      ),
    )
}

/** Returns the partner's first Sequence in a swap. The partner's signature is bound to it. */
function partnerSequenceOf(signedFields: Fields | null, partner: string): number | null {
  const partnerTransaction = innerTransactions(signedFields ?? {}).find((inner) => inner.Account === partner)
  return numberField(partnerTransaction, 'Sequence') ?? null
}

/** Returns the time limit of a swap. Every offer in the swap has it. */
const limitOf = (signedFields: Fields) =>
  rippleTimeToDate(numberField(innerTransactions(signedFields)[0], 'Expiration') ?? 0)

/**
 * Records that the partner has withdrawn with another transaction. That transaction has used the Sequence of the
 * partner's part, so that the signature can never be applied. The sweep may have returned the swap to a proposal by
 * then, for the same reason.
 */
export async function recordRevocation(
  _context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const swap = await findSwap(tx, swapIdOf(row))
  if (swap === null) return row
  // A partner who has agreed again has another Sequence, and the new agreement stays.
  const isOfAgreement = partnerSequenceOf(swap.batch, swap.partner) === numberField(entry.tx, 'Sequence')
  await endSwap(tx, swap.id, isOfAgreement ? ['proposed', 'agreed'] : ['proposed'], {
    state: 'declined',
    message: null,
    endedAt: entry.closedAt,
  })
  return row
}

/** True if the index shows that all works still belong to the same accounts. */
async function areWorksHeld({ db }: Context, { proposer, partner, gives, gets }: SwapRow): Promise<boolean> {
  const rows = await querySwapTokens(db.http, [...gives, ...gets])
  const owners = new Map(rows.map(({ id, owner, burned }) => [id, burned ? null : owner]))
  const holdsAll = (works: string[], owner: string) => works.every((id) => owners.get(id) === owner)
  return holdsAll(gives, proposer) && holdsAll(gets, partner)
}

/**
 * True if the partner's signature cannot be applied in any ledger after this one, regardless of its time limit. The
 * partner's own transactions are bound to its Sequences. The outer transaction is bound to a number, which may also be
 * a ticket of the proposer.
 */
async function isAgreementSpent(
  context: Context,
  { proposer, partner, batch }: SwapRow,
  ledgerIndex: number,
): Promise<boolean> {
  const outer = numberField(batch ?? undefined, 'Sequence')
  const partnerSequence = partnerSequenceOf(batch, partner)
  if (outer === undefined || partnerSequence === null) return false
  const [isSent, state] = await Promise.all([
    isSequenceSpent(context, proposer, outer, ledgerIndex),
    context.ledger.findAccount(partner, ledgerIndex),
  ])
  return isSent || (state !== null && state.sequence > partnerSequence)
}

/**
 * Ends an agreement that can provably no longer be applied in the ledger that the index has reached: a Sequence was
 * used, or the inner time limit has passed. A swap in an earlier ledger is already completed. Returns the updated swap.
 */
export async function settleAgreement(context: Context, row: SwapRow): Promise<SwapRow> {
  const { db } = context
  const cursor = await findCursor(db.http)
  if (row.state !== 'agreed' || row.agreedUntil === null || cursor === null) return row
  if (cursor.closedAt < row.agreedUntil && !(await isAgreementSpent(context, row, cursor.ledgerIndex)))
    return row
  return (await lapseSwap(db.http, row)) ?? (await findSwap(db.http, row.id)) ?? row
}

/**
 * True if a Batch that the proposer has signed can no longer be applied in any form, in the ledger that the index has
 * reached. If the swap happened, it is recorded by then.
 */
export async function isSwapSuperseded(context: Context, request: SignRequestRow): Promise<boolean> {
  const { db } = context
  const { txjson, account } = request
  const cursor = await findCursor(db.http)
  const sequence = numberField(txjson, 'Sequence')
  if (cursor === null || account === null || sequence === undefined) return false
  if (!(await isSequenceSpent(context, account, sequence, cursor.ledgerIndex))) return false
  const row = await findSwap(db.http, swapIdOf(request))
  return row?.txid == null || !innerHashes(txjson).includes(row.txid)
}

const unchangedMessage = sentence('Nothing changed hands; only the transaction cost was paid.')
const unchangedRefusal = (code: Refusal['code'], reason: Sentence) =>
  new Refusal(code, [reason, unchangedMessage])

/** Returns why no transaction of a validated swap was applied, from the newest state of the ledger. */
export async function explainSwap(context: Context, request: SignRequestRow): Promise<Refusal> {
  const { db, ledger } = context
  const row = await findSwap(db.http, swapIdOf(request))
  if (row === null) return unchangedRefusal('swap_closed', sentence('This swap no longer exists.'))
  if (!(await areWorksHeld(context, row))) return unchangedRefusal('swap_closed', movedMessage)
  const partner = await ledger.findAccount(row.partner)
  const sequence = partnerSequenceOf(request.txjson, row.partner) ?? 0
  if (partner === null || partner.sequence > sequence)
    return unchangedRefusal(
      'swap_closed',
      sentence(
        'The other account sent another transaction first, which cancelled its agreement to this swap.',
      ),
    )
  if (limitOf(request.txjson) <= (await readLedgerNow(context)))
    return unchangedRefusal(
      'expired',
      sentence('The agreement had expired when the swap reached the ledger.'),
    )
  for (const account of [row.proposer, row.partner]) {
    try {
      await checkSwap(context, row, account)
    } catch (error) {
      if (error instanceof Refusal) return unchangedRefusal(error.code, error.sentence)
      throw error
    }
  }
  return unchangedRefusal(
    'would_fail',
    sentence('The ledger could not carry out this swap when it arrived. Please try again.'),
  )
}

/**
 * Ends agreements that can no longer be applied, and proposals that have expired or whose works are gone. Part of the
 * sweep.
 */
export async function sweepSwaps(context: Context, until: Date): Promise<void> {
  const { db, now } = context
  await processRows(
    context,
    { what: 'swap', until },
    await claimAgreedSwaps(db.http, idleSeconds, agreedPerRound),
    (row) => settleAgreement(context, row),
  )
  await expireSwaps(db.http, now())
  await voidMovedSwaps(db.http, { message: movedMessage, now: now(), limit: checkedPerRound })
}
