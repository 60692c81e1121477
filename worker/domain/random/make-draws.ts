import { sentence } from '#contract/words/sentence.ts'
import { lockChain } from '#db/queries/draw/chains.ts'
import { type EpochRow, findEpoch } from '#db/queries/draw/epochs.ts'
import {
  bindItem,
  endDrawing,
  endDraws,
  findDrawnItem,
  listPendingDraws,
  type PendingDraw,
  type Placed,
  readEpochDraws,
  storeResult,
} from '#db/queries/random/results.ts'
import { findCursor } from '#db/queries/ledger-index/writes.ts'
import type { Executor } from '#db/executor.ts'
import { type Beacon, bytesToHex, drawOutcome, holdEnd, maxAnchorDelay } from '#draw-verifier/draws.ts'
import { rippleTimeToDate } from '#contract/rules/ledger.ts'
import type { Context } from '#worker/domain/context.ts'
import { seedOf } from '#worker/domain/draw/chain.ts'
import { type OrderedItem, openOrder } from '#worker/domain/draw/sealed-order.ts'
import { settlePurchases } from '#worker/domain/demand/settle.ts'

/** Maximum number of results in one transaction. The next round continues. */
const atOnce = 50
/** Minimum time that must remain for the offer; otherwise, the buyer gets none. */
const minOfferMs = 180_000

const notAnchored = sentence(
  'The marketplace did not write your request to the ledger in time. It is published as withheld; nothing was charged.',
)
const tooLate = sentence(
  'The marketplace could not complete your draw in time. It is published as withheld; nothing was charged.',
)
const nothingFree = sentence(
  'Nothing was left when your number was drawn. Reserved items may become available again; nothing was charged.',
)
const cannotOffer = sentence('The item you drew was just withdrawn on the ledger. Nothing was charged.')

/** Returns the epochs that the draws of one transaction need, each read and decrypted once. */
function openEpochs(context: Context, tx: Executor, collectionId: string) {
  const states = new Map<number, Promise<EpochState>>()
  return (number: number): Promise<EpochState> => {
    const state = states.get(number) ?? readEpoch(context, tx, collectionId, number)
    states.set(number, state)
    return state
  }
}

interface EpochState {
  epoch: EpochRow
  placedDraws: Placed[]
  withdrawals: { position: number; ledger: number }[]
  isWithdrawing: boolean
  order: OrderedItem[]
}

async function readEpoch(
  context: Context,
  tx: Executor,
  collectionId: string,
  number: number,
): Promise<EpochState> {
  const epoch = await findEpoch(tx, collectionId, number)
  if (epoch === null) throw new Error(`There is no epoch ${number} of ${collectionId}.`)
  return {
    epoch,
    ...(await readEpochDraws(tx, collectionId, number)),
    order: await openOrder(context, epoch),
  }
}

interface Making {
  context: Context
  tx: Executor
  collectionId: string
  /** The newest ledger that the index has applied, and its time. */
  appliedLedger: { ledgerIndex: number; closedAt: Date }
  epochOf: (number: number) => Promise<EpochState>
}

/**
 * Withholds a request that no anchor includes in time: it gets no position, and its number is published as withheld.
 */
async function withhold({ tx, collectionId }: Making, { number, reservationId }: PendingDraw) {
  await storeResult(
    tx,
    { collectionId, number },
    { state: 'withheld', beaconLedger: null, seed: null, position: null, holdUntil: null },
  )
  await endDrawing(tx, reservationId, notAnchored)
  return true
}

/** True if the request can still be anchored in time, or is anchored. */
function isInTime(
  { appliedLedger }: Making,
  { requestLedger, anchorLedger, isAnchoring }: PendingDraw,
): boolean {
  const last = requestLedger + maxAnchorDelay
  return anchorLedger === null ? isAnchoring || appliedLedger.ledgerIndex < last : anchorLedger <= last
}

/** True if the positions at a beacon are final: no hold that had ended by then can still turn out to be a sale. */
const isSettled = (draws: Placed[], { closeTime }: Beacon) =>
  draws.every(({ isUnsettled, beaconCloseTime }) => !isUnsettled || holdEnd(beaconCloseTime) > closeTime)

/** Makes the result of the next number. Returns false if it must wait. */
async function makeDraw(drawRun: Making, draw: PendingDraw): Promise<boolean> {
  const { context, tx, collectionId, appliedLedger, epochOf } = drawRun
  const { number, account, reservationId, anchorLedger, beaconHash, header } = draw
  if (!isInTime(drawRun, draw)) return withhold(drawRun, draw)
  if (anchorLedger === null || header === null || beaconHash === null) return false
  if (appliedLedger.ledgerIndex < anchorLedger + 1) return false
  const state = await epochOf(draw.epoch)
  const { epoch, placedDraws, withdrawals, isWithdrawing, order } = state
  const beacon = { ledger: anchorLedger + 1, hash: beaconHash, closeTime: header.closeTime }
  if (isWithdrawing || !isSettled(placedDraws, beacon)) return false
  const seed = await seedOf(context, tx, collectionId, number)
  const rules = { count: epoch.count, draws: placedDraws, withdrawals }
  const position = await drawOutcome({ seed, beacon, account, number }, rules)
  const common = { beaconLedger: beacon.ledger, seed: bytesToHex(seed), position }
  const name = { collectionId, number }
  if (position === null) {
    await storeResult(tx, name, { ...common, state: 'sold_out', holdUntil: null })
    await endDrawing(tx, reservationId, nothingFree)
    return true
  }
  const holdUntil = rippleTimeToDate(holdEnd(beacon.closeTime))
  const itemId = order[position]?.itemId ?? ''
  const item = await findDrawnItem(tx, itemId)
  const isLate = holdUntil.getTime() - appliedLedger.closedAt.getTime() < minOfferMs
  // The item's offer to another buyer has expired and is being cancelled.
  if (item.taken && !isLate) return false
  const canOffer = item.forSale && !isLate
  await storeResult(tx, name, { ...common, state: canOffer ? 'held' : 'withheld', holdUntil })
  if (canOffer) await bindItem(tx, reservationId, { itemId, until: holdUntil })
  else await endDrawing(tx, reservationId, isLate ? tooLate : cannotOffer)
  const { closeTime: beaconCloseTime } = beacon
  placedDraws.push({ number, account, position, beaconCloseTime, soldLedger: null, isUnsettled: canOffer })
  return true
}

/**
 * Computes the draws of a collection in the order of their numbers, as far as their beacons are known and the index has
 * applied them. Safe to call any number of times: the lock of the chain admits one worker, and a result is stored once.
 */
export async function makeDraws(context: Context, collectionId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    await lockChain(tx, collectionId)
    // Must be read first, because the index may meanwhile apply sales that the next steps do not see.
    const appliedLedger = await findCursor(tx)
    if (appliedLedger === null) return
    // From here on, sales up to that ledger are known.
    await settlePurchases(tx)
    await endDraws(tx)
    const epochOf = openEpochs(context, tx, collectionId)
    const drawRun = { context, tx, collectionId, appliedLedger, epochOf }
    for (const draw of await listPendingDraws(tx, collectionId, atOnce)) {
      if (!(await makeDraw(drawRun, draw))) return
    }
  })
}
