import { findCursor } from '#db/queries/index-writes.ts'
import type { Executor } from '#db/executor.ts'
import type { SignRequestRow } from '#db/queries/sign-requests.ts'
import {
  agreeSwap,
  claimAgreedSwaps,
  completeSwap,
  endSwap,
  expireSwaps,
  findSwap,
  lapseSwap,
  querySwapTokens,
  type SwapRow,
  voidMovedSwaps,
} from '#db/queries/swaps.ts'
import { rippleTimeToDate } from '#worker/contract/ledger.ts'
import { Refusal } from '#worker/contract/refusal.ts'
import type { Context } from '#worker/domain/context.ts'
import { each } from '#worker/domain/stages.ts'
import { readLedgerNow } from '#worker/domain/ledger-index/ledger-now.ts'
import { type BatchPart, innerHash } from '#worker/ledger/batch-signature.ts'
import { innerTransactions } from '#worker/ledger/batch.ts'
import { type Fields, numberField, type ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { checkSwap } from './rules.ts'
import { movedMessage } from './view.ts'

/** Per round of the sweep. */
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
  const agreed = await agreeSwap(tx, swapIdOf(row), {
    batch: { ...row.txjson, BatchSigners: [{ BatchSigner: part }] },
    agreedUntil: limitOf(row.txjson),
    now: now(),
  })
  if (agreed === null)
    throw new Refusal(
      'swap_closed',
      'The proposal no longer waits for your signature: it was signed already, withdrawn, or its time is over. This signature was discarded.',
    )
}

/** Ends a swap as completed, in the transaction that applies its ledger. */
export async function recordSwap(
  _context: Context,
  tx: Executor,
  row: SignRequestRow,
  inner: (ValidatedTransaction | null)[],
): Promise<void> {
  const moved = inner.find((entry) => entry?.tx.TransactionType === 'NFTokenAcceptOffer')
  if (moved) await completeSwap(tx, swapIdOf(row), { txid: moved.hash, endedAt: moved.closedAt })
}

/** The partner's first Sequence in a swap; its signature is bound to it. */
function partnerSequenceOf(signed: Fields | null, partner: string): number | null {
  const own = innerTransactions(signed ?? {}).find((inner) => inner.Account === partner)
  return numberField(own, 'Sequence') ?? null
}

/** The time limit of a swap, which every offer in it has. */
const limitOf = (signed: Fields) =>
  rippleTimeToDate(numberField(innerTransactions(signed)[0], 'Expiration') ?? 0)

/** The partner's own transaction has used the Sequence of its part: what it signed can never be applied. */
export async function recordRevocation(
  _context: Context,
  tx: Executor,
  row: SignRequestRow,
  entry: ValidatedTransaction,
): Promise<SignRequestRow> {
  const swap = await findSwap(tx, swapIdOf(row))
  // Any other Sequence says nothing: the swap may have happened before.
  if (swap !== null && partnerSequenceOf(swap.batch, swap.partner) === numberField(entry.tx, 'Sequence')) {
    await endSwap(tx, swap.id, ['agreed'], { state: 'declined', message: null, endedAt: entry.closedAt })
  }
  return row
}

/** Who has the works by the index: whether all have changed sides, and whether all are still where they were. */
async function holdings({ db }: Context, { proposer, partner, gives, gets }: SwapRow) {
  const rows = await querySwapTokens(db.read, [...gives, ...gets])
  const owners = new Map(rows.map(({ id, owner, burned }) => [id, burned ? null : owner]))
  const all = (works: string[], owner: string) => works.every((id) => owners.get(id) === owner)
  return {
    isSwapped: all(gives, partner) && all(gets, proposer),
    isHeld: all(gives, proposer) && all(gets, partner),
  }
}

/**
 * Ends an agreement that can provably not be applied any more, by the state of the ledger up to which the index has read: a Sequence
 * was used, or the time limit inside has passed. Returns the swap as it is then.
 */
export async function settleAgreement(context: Context, row: SwapRow): Promise<SwapRow> {
  const { db, ledger } = context
  const cursor = await findCursor(db.read)
  if (row.state !== 'agreed' || row.agreedUntil === null || cursor === null) return row
  const [proposer, partner] = await Promise.all([
    ledger.findAccount(row.proposer, cursor.ledgerIndex),
    ledger.findAccount(row.partner, cursor.ledgerIndex),
  ])
  const isSent =
    proposer === null || proposer.sequence > (numberField(row.batch ?? undefined, 'Sequence') ?? 0)
  const isSpent =
    partner === null ||
    partner.sequence > (partnerSequenceOf(row.batch, row.partner) ?? Number.MAX_SAFE_INTEGER)
  if (!isSent && !isSpent && cursor.closedAt < row.agreedUntil) return row
  if (isSent && (await holdings(context, row)).isSwapped) {
    const accept = innerTransactions(row.batch ?? {})[1]
    const change = { txid: accept === undefined ? null : innerHash(accept), endedAt: cursor.closedAt }
    return (await completeSwap(db.read, row.id, change)) ?? row
  }
  return (await lapseSwap(db.read, row)) ?? row
}

/**
 * Whether the proposer's Sequence was used by something else, by the state of the ledger up to which the index has read: a swap that
 * happened would show in the owners of its works.
 */
export async function isSwapSuperseded(context: Context, request: SignRequestRow): Promise<boolean> {
  const cursor = await findCursor(context.db.read)
  if (cursor === null) return false
  const state = await context.ledger.findAccount(request.account ?? '', cursor.ledgerIndex)
  // An index that lags may not know a new account yet: that proves nothing.
  if (state === null || state.sequence <= (numberField(request.txjson, 'Sequence') ?? 0)) return false
  const row = await findSwap(context.db.read, swapIdOf(request))
  return row === null || !(await holdings(context, row)).isSwapped
}

const unchanged = 'Nothing changed hands; only the cost of the transaction was paid.'
const because = (code: Refusal['code'], reason: string) => new Refusal(code, `${reason} ${unchanged}`)

/** Why nothing of a validated swap happened, from the newest state of the ledger. */
export async function explainSwap(context: Context, request: SignRequestRow): Promise<Refusal> {
  const { db, ledger } = context
  const row = await findSwap(db.read, swapIdOf(request))
  if (row === null) return because('swap_closed', 'This swap no longer exists.')
  if (!(await holdings(context, row)).isHeld) return because('swap_closed', movedMessage)
  const partner = await ledger.findAccount(row.partner)
  const sequence = partnerSequenceOf(request.txjson, row.partner) ?? 0
  if (partner === null || partner.sequence > sequence)
    return because(
      'swap_closed',
      'The other account has sent another transaction first, which ended its agreement.',
    )
  if (limitOf(request.txjson) <= (await readLedgerNow(context)))
    return because('expired', 'The time of the agreement was over when the swap reached the ledger.')
  for (const account of [row.proposer, row.partner]) {
    try {
      await checkSwap(context, row, account)
    } catch (error) {
      if (error instanceof Refusal) return because(error.code, error.message)
      throw error
    }
  }
  return because('would_fail', 'The ledger could not carry out this swap when it arrived. Please try again.')
}

/** Part of the sweep: ends agreements that can no longer be applied, and proposals whose time or works are gone. */
export async function sweepSwaps(context: Context, until: Date): Promise<void> {
  const { db, now } = context
  await each(
    context,
    { what: 'swap', until },
    await claimAgreedSwaps(db.read, idleSeconds, agreedPerRound),
    (row) => settleAgreement(context, row),
  )
  await expireSwaps(db.read, now())
  await voidMovedSwaps(db.read, { message: movedMessage, now: now(), limit: checkedPerRound })
}
