import type { AnchorEntry, Draw, DrawAnchor } from './draw-records.ts'
import {
  anchorMemoType,
  anchorRoot,
  anchorText,
  bytesToHex,
  isReceiptOf,
  maxAnchorDelay,
  memoHex,
} from './draws.ts'
import { rippleEpochSeconds } from '#contract/rules/ledger.ts'
import { memoOf } from './commitments.ts'
import { isSoundSignature } from './draw-key.ts'
import { type DrawFacts, type Inquiry, ledgersToWriteDown, type OwnReceipt } from './inquiry.ts'

const anchorType = memoHex(anchorMemoType)
/**
 * Maximum number of missing draws that are named; a record without its older half must not cause a million sentences.
 */
const maxNamed = 20

/** Checks that the numbers count from 1 without gaps or duplicates, each in an open epoch. */
export function checkNumbers(inquiry: Inquiry): void {
  const { record, draws, generations } = inquiry
  let expectedNumber = 1
  let namedCount = 0
  for (const { draw, epoch } of draws) {
    const { number } = draw
    if (number < expectedNumber) inquiry.refuse('number_twice', { number })
    for (; expectedNumber < number && namedCount < maxNamed; expectedNumber += 1, namedCount += 1)
      inquiry.refuse('number_skipped', { number: expectedNumber })
    expectedNumber = Math.max(expectedNumber, number + 1)
    const generation = generations.get(draw.epoch) ?? 0
    // When everything at a price is sold, its last epoch still accepts requests, but they draw nothing.
    const hasEnded = record.epochs.some(
      (later) =>
        (generations.get(later.epoch) ?? 0) > generation &&
        later.firstNumber <= number &&
        (draw.position !== null || later.priceDrops === epoch?.priceDrops),
    )
    if (epoch === null || number < epoch.firstNumber || hasEnded)
      inquiry.refuse('epoch_wrong', { number, epoch: draw.epoch })
  }
  checkCounts(inquiry)
}

/** Checks the displayed counts against the marketplace's own record. */
function checkCounts({ record, draws, refuse }: Inquiry): void {
  const { counts } = record
  const inState = (state: Draw['state']) => draws.filter(({ draw }) => draw.state === state).length
  if (counts.draws !== draws.length) refuse('counts_wrong', { stated: counts.draws, counted: draws.length })
  const states = [
    ['sold', counts.sold],
    ['held', counts.held],
    ['lapsed', counts.lapsed],
    ['withheld', counts.withheld],
    ['sold_out', counts.soldOut],
  ] as const
  for (const [state, commitment] of states)
    if (commitment !== inState(state))
      refuse('state_count_wrong', {
        state: `“${state.replace('_', ' ')}”`,
        stated: commitment,
        counted: inState(state),
      })
}

const ed25519Of = (drawKey: string) =>
  isReceiptOf(
    drawKey,
    { collection: '', epoch: 0, number: 0, account: '', requestLedger: 0 },
    '00'.repeat(64),
  )

/** True if this runtime can check the signatures of receipts. */
export async function canCheckReceipts(): Promise<boolean> {
  try {
    await ed25519Of('D75A980182B10AB7D54BFED3C964073A0EE172F3DAA62325AF021A68F707511A')
    return true
  } catch {
    return false
  }
}

async function isSigned(drawKey: string, { signature, ...fields }: OwnReceipt): Promise<boolean> {
  try {
    return isSoundSignature(signature) && (await isReceiptOf(drawKey, fields, signature))
  } catch {
    // The bytes are not a valid key.
    return false
  }
}

/** Maximum difference between the clocks of the marketplace and the ledger, in seconds. */
const clockSkew = 120

/**
 * Returns known close times of the ledger: the latest one at or before a ledger, and the earliest one at or after it.
 */
function closeTimesAround({ history, now }: Inquiry) {
  const times = history.map(({ ledger, closeTime }) => ({ ledger, closeTime }))
  return {
    before: (ledger: number) => times.findLast((time) => time.ledger <= ledger)?.closeTime ?? 0,
    after: (ledger: number) => times.find((time) => time.ledger >= ledger)?.closeTime ?? now,
  }
}

/**
 * Checks that the date of a request lies between the ledger in its receipt and the last ledger that could anchor it.
 */
async function checkDates(inquiry: Inquiry): Promise<void> {
  const { before, after } = closeTimesAround(inquiry)
  for (const { draw } of inquiry.draws) {
    const { number, requestLedger: requestedAt, anchorTxid, date } = draw
    const seconds = Date.parse(date) / 1000 - rippleEpochSeconds
    const anchor = anchorTxid === null ? null : await inquiry.transaction(anchorTxid)
    const latest = anchor?.closeTime ?? after(requestedAt + maxAnchorDelay)
    // Returns false also for text that is not a date.
    const fits = seconds >= before(requestedAt) - clockSkew && seconds <= latest + clockSkew
    if (!fits) inquiry.refuse('request_misdated', { number, date: date.slice(0, 40) })
  }
}

/** Checks that no request names a ledger that the marketplace could not know when it published the record. */
function checkFuture(inquiry: Inquiry): void {
  const { ledgerIndex, epochs, anchors } = inquiry.record
  const ledgers = [...epochs.map((epoch) => epoch.commitmentLedger), ...anchors.map(({ ledger }) => ledger)]
  const newest = ledgers
    .filter((ledger) => ledger <= inquiry.newest)
    .reduce((last, ledger) => Math.max(last, ledger), ledgerIndex)
  for (const { draw } of inquiry.draws)
    if (draw.requestLedger > newest)
      inquiry.refuse('request_in_future', { number: draw.number, requested: draw.requestLedger, newest })
}

/** Checks the receipts of the record, and the order of their ledgers. */
export async function checkReceipts(inquiry: Inquiry, areCheckable: boolean): Promise<void> {
  const { collection } = inquiry.record
  checkFuture(inquiry)
  await checkDates(inquiry)
  let newest = 0
  for (const { draw, epoch } of inquiry.draws) {
    const { number, account, requestLedger, receipt: signature } = draw
    if (requestLedger < newest)
      inquiry.refuse('request_dated_back', { number, requested: requestLedger, before: newest })
    newest = Math.max(newest, requestLedger)
    if (!areCheckable || epoch === null) continue
    const fields = { collection: collection.id, epoch: draw.epoch, number, account, requestLedger, signature }
    if (!(await isSigned(epoch.drawKey, fields))) inquiry.refuse('receipt_forged', { number })
  }
}

/** Checks that the record contains the visitor's own receipts unchanged. */
export async function checkOwnReceipts(inquiry: Inquiry, receipts: readonly OwnReceipt[]): Promise<void> {
  for (const receipt of receipts) {
    const epoch = inquiry.epochs.get(receipt.epoch)
    if (receipt.collection !== inquiry.record.collection.id) continue
    const { number } = receipt
    if (epoch === undefined || !(await isSigned(epoch.drawKey, receipt))) {
      inquiry.refuse('receipt_forged', { number })
      continue
    }
    const draw = inquiry.draws.find((otherDraw) => otherDraw.draw.number === number)?.draw
    if (draw === undefined) inquiry.refuse('number_skipped', { number })
    else if (
      draw.account !== receipt.account ||
      draw.requestLedger !== receipt.requestLedger ||
      draw.epoch !== receipt.epoch
    )
      inquiry.refuse('number_twice', { number })
  }
}

type RequestEntry = Extract<AnchorEntry, { kind: 'request' }>

/** Returns the ledger of an anchor whose transaction commits to exactly these entries; null otherwise. */
async function anchorLedger(inquiry: Inquiry, anchor: DrawAnchor): Promise<number | null> {
  const transaction = await inquiry.transaction(anchor.txid)
  if (transaction === null || !transaction.isSuccess || transaction.account !== inquiry.record.marketplace) {
    if (anchor.ledger <= inquiry.newest || transaction !== null)
      inquiry.refuse('anchor_unknown', { ledger: anchor.ledger })
    return null
  }
  const { entries } = anchor
  const root = bytesToHex(await anchorRoot(entries))
  if (memoOf(transaction, anchorType) !== memoHex(anchorText({ root, count: entries.length }))) {
    inquiry.refuse('anchor_changed', { ledger: transaction.ledger })
    return null
  }
  return transaction.ledger
}

/** Returns the requests of the collection under an anchor. Their numbers must rise. */
function requestsOf(inquiry: Inquiry, anchor: DrawAnchor, ledger: number): RequestEntry[] {
  const ownEntries = anchor.entries.filter(
    (entry): entry is RequestEntry =>
      entry.kind === 'request' && entry.collection === inquiry.record.collection.id,
  )
  for (const [place, { number }] of ownEntries.entries())
    if (number < (ownEntries[place - 1]?.number ?? 0)) inquiry.refuse('anchor_unordered', { number, ledger })
  return ownEntries
}

/**
 * True if a draw may lack its anchor: the list of anchors is read later than the list of draws, so it may contain an
 * anchor for a request that still waits in the list of draws.
 */
const isNews = ({ settledLedger }: Inquiry, { state, anchorTxid }: Draw, ledger: number) =>
  anchorTxid === null && state === 'waiting' && ledger > settledLedger

/** Adds the requests under all anchors to the draws. */
async function readAnchors(inquiry: Inquiry): Promise<void> {
  const byNumber = new Map(inquiry.draws.map((facts) => [facts.draw.number, facts]))
  const anchoredEntries = new Map<number, RequestEntry>()
  const listedTxids = new Set<string>()
  for (const anchor of inquiry.record.anchors) {
    if (listedTxids.has(anchor.txid)) inquiry.refuse('anchor_unknown', { ledger: anchor.ledger })
    listedTxids.add(anchor.txid)
    const ledger = await anchorLedger(inquiry, anchor)
    if (ledger === null) continue
    let isMoved = ledger !== anchor.ledger
    for (const entry of requestsOf(inquiry, anchor, ledger)) {
      const { number } = entry
      if (anchoredEntries.has(number)) inquiry.refuse('number_twice', { number })
      anchoredEntries.set(number, entry)
      const facts = byNumber.get(number)
      if (facts === undefined) {
        // A draw that was requested after the list of draws was read is not in the list. Any other missing draw was
        // skipped.
        if (ledger <= inquiry.record.ledgerIndex) inquiry.refuse('number_skipped', { number })
        continue
      }
      const { draw } = facts
      if (draw.anchorTxid !== anchor.txid) {
        if (!isNews(inquiry, draw, ledger)) inquiry.refuse('anchor_denied', { number, ledger })
        continue
      }
      facts.anchorLedger = ledger
      if (draw.account !== entry.account) inquiry.refuse('account_swapped', { number })
      if (draw.epoch !== entry.epoch) inquiry.refuse('epoch_wrong', { number, epoch: draw.epoch })
      const beacon = draw.beaconLedger
      if (beacon === null || beacon === ledger + 1) continue
      isMoved = false
      inquiry.refuse(beacon <= ledger ? 'anchor_after_beacon' : 'beacon_moved', { number, ledger, beacon })
    }
    if (isMoved) inquiry.refuse('anchor_moved', { ledger, stated: anchor.ledger })
  }
}

/**
 * Checks that the record contains every anchor of the marketplace up to its end. A hidden anchor would let the
 * marketplace try numbers and accounts until a beacon gives the wanted result, or hide whole draws.
 */
function checkHiddenAnchors({ record, history, settledLedger, refuse }: Inquiry): void {
  const listedTxids = new Set(record.anchors.map(({ txid }) => txid))
  const last = Math.max(record.anchors.at(-1)?.ledger ?? 0, settledLedger)
  for (const { hash, ledger, account, isSuccess, memos } of history) {
    if (!isSuccess || account !== record.marketplace || ledger > last) continue
    const roots = memos.filter(({ type }) => type === anchorType).length
    if (roots > 1 || (roots === 1 && !listedTxids.has(hash))) refuse('anchor_hidden', { ledger })
  }
}

/** True if a draw was anchored in time. Refuses a draw that was late but is not marked as withheld. */
function isInTime(inquiry: Inquiry, facts: DrawFacts, earliestLater: number): boolean {
  const { draw, anchorLedger: ledger } = facts
  const { number, requestLedger } = draw
  if (ledger === null) {
    if (draw.anchorTxid !== null) inquiry.refuse('anchor_missing', { number })
    const deadline = requestLedger + maxAnchorDelay + ledgersToWriteDown
    const isLate = earliestLater < Number.POSITIVE_INFINITY || inquiry.record.ledgerIndex > deadline
    if (isLate && draw.state !== 'withheld' && draw.anchorTxid === null)
      inquiry.refuse('withheld_hidden', { number })
    if (draw.anchorTxid === null && (draw.seed !== null || draw.position !== null))
      inquiry.refuse('anchor_missing', { number })
    return false
  }
  if (ledger <= requestLedger)
    inquiry.refuse('request_after_anchor', { number, requested: requestLedger, ledger })
  if (ledger <= requestLedger + maxAnchorDelay && ledger <= earliestLater) return true
  // The marketplace records the result shortly after the ledger shows it.
  const isNew = draw.state === 'anchored' && ledger > inquiry.settledLedger
  if ((draw.state !== 'withheld' && !isNew) || draw.position !== null)
    inquiry.refuse('withheld_hidden', { number })
  return false
}

export async function checkAnchors(inquiry: Inquiry): Promise<void> {
  await readAnchors(inquiry)
  checkHiddenAnchors(inquiry)
  let earliestLater = Number.POSITIVE_INFINITY
  for (const facts of inquiry.draws.toReversed()) {
    facts.inTime = isInTime(inquiry, facts, earliestLater)
    facts.isOvertaken = !facts.inTime && earliestLater < Number.POSITIVE_INFINITY
    if (facts.inTime) earliestLater = Math.min(earliestLater, facts.anchorLedger ?? earliestLater)
  }
}
