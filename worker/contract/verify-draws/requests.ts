import type { AnchorEntry, DrawAnchor } from '#worker/contract/draw-records.ts'
import {
  anchorMemoType,
  anchorRoot,
  anchorText,
  bytesToHex,
  isReceiptOf,
  maxAnchorDelay,
  memoHex,
} from '#worker/contract/draws.ts'
import { memoOf, successorOf } from './commitments.ts'
import { type DrawFacts, type Inquiry, ledgersToWriteDown, type OwnReceipt } from './inquiry.ts'

const anchorType = memoHex(anchorMemoType)
/** Numbers that are named as missing; a record without its older half must not give a million sentences. */
const maxNamed = 20

/** Numbers from 1 on, each once, in an epoch that was open. */
export function checkNumbers(inquiry: Inquiry): void {
  const { record, draws } = inquiry
  let expected = 1
  let named = 0
  for (const { draw, epoch } of draws) {
    const { number } = draw
    if (number < expected) inquiry.refuse('number_twice', { number })
    for (; expected < number && named < maxNamed; expected += 1, named += 1)
      inquiry.refuse('number_skipped', { number: expected })
    expected = Math.max(expected, number + 1)
    const successor = epoch === null ? null : successorOf(inquiry, epoch)
    if (
      epoch === null ||
      number < epoch.firstNumber ||
      (successor !== null && number >= successor.firstNumber)
    )
      inquiry.refuse('epoch_wrong', { number, epoch: draw.epoch })
  }
  const { draws: stated } = record.counts
  if (stated !== draws.length) inquiry.refuse('counts_wrong', { stated, counted: draws.length })
}

const ed25519Of = (drawKey: string) =>
  isReceiptOf(
    drawKey,
    { collection: '', epoch: 0, number: 0, account: '', requestLedger: 0 },
    '00'.repeat(64),
  )

/** Whether this runtime can check the signatures of receipts. */
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
    return await isReceiptOf(drawKey, fields, signature)
  } catch {
    // Not the bytes of a key.
    return false
  }
}

/** Receipts of the record, and the order of their ledgers. */
export async function checkReceipts(inquiry: Inquiry, areCheckable: boolean): Promise<void> {
  const { collection } = inquiry.record
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

/** Receipts that the visitor has kept must be in the record as they are. */
export async function checkOwnReceipts(inquiry: Inquiry, receipts: readonly OwnReceipt[]): Promise<void> {
  for (const own of receipts) {
    const epoch = inquiry.epochs.get(own.epoch)
    if (own.collection !== inquiry.record.collection.id) continue
    const { number } = own
    if (epoch === undefined || !(await isSigned(epoch.drawKey, own))) {
      inquiry.refuse('receipt_forged', { number })
      continue
    }
    const draw = inquiry.draws.find((other) => other.draw.number === number)?.draw
    if (draw === undefined) inquiry.refuse('number_skipped', { number })
    else if (
      draw.account !== own.account ||
      draw.requestLedger !== own.requestLedger ||
      draw.epoch !== own.epoch
    )
      inquiry.refuse('number_twice', { number })
  }
}

type RequestEntry = Extract<AnchorEntry, { kind: 'request' }>

/** The ledger of an anchor whose transaction commits to exactly these entries; null otherwise. */
async function anchorLedger(inquiry: Inquiry, anchor: DrawAnchor): Promise<number | null> {
  const found = await inquiry.transaction(anchor.txid)
  if (found === null || !found.succeeded || found.account !== inquiry.record.marketplace) return null
  const { entries } = anchor
  const root = bytesToHex(await anchorRoot(entries))
  if (memoOf(found, anchorType) !== memoHex(anchorText({ root, count: entries.length }))) {
    inquiry.refuse('anchor_changed', { ledger: found.ledger })
    return null
  }
  return found.ledger
}

/** Reads the requests under all anchors into the draws. */
async function readAnchors(inquiry: Inquiry): Promise<void> {
  const byNumber = new Map(inquiry.draws.map((facts) => [facts.draw.number, facts]))
  const anchored = new Map<number, RequestEntry>()
  for (const anchor of inquiry.record.anchors) {
    const ledger = await anchorLedger(inquiry, anchor)
    if (ledger === null) continue
    let isMoved = ledger !== anchor.ledger
    for (const entry of anchor.entries) {
      if (entry.kind !== 'request' || entry.collection !== inquiry.record.collection.id) continue
      const { number } = entry
      if (anchored.has(number)) inquiry.refuse('number_twice', { number })
      anchored.set(number, entry)
      const facts = byNumber.get(number)
      if (facts === undefined) {
        // A draw that was requested after its list was read.
        if (ledger <= inquiry.record.ledgerIndex) inquiry.refuse('number_skipped', { number })
        continue
      }
      const { draw } = facts
      if (draw.anchorTxid !== anchor.txid) continue
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
 * Every anchor up to the last one of the record is in it: under one that is not, numbers and accounts could have been tried out until
 * their beacon gave what somebody wished for.
 */
function checkHiddenAnchors({ record, history }: Inquiry, refuse: (ledger: number) => void): void {
  const listed = new Set(record.anchors.map(({ txid }) => txid))
  const last = record.anchors.at(-1)?.ledger ?? 0
  for (const transaction of history) {
    const { hash, ledger, account, succeeded, memos } = transaction
    if (!succeeded || account !== record.marketplace || ledger > last) continue
    const roots = memos.filter(({ type }) => type === anchorType).length
    // Only the first memo is opened.
    if (roots > 1 || (roots === 1 && !listed.has(hash))) refuse(ledger)
  }
}

/** Whether a draw was anchored in time; refuses one that was not and does not count as withheld. */
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
  if (draw.state !== 'withheld' || draw.position !== null) inquiry.refuse('withheld_hidden', { number })
  return false
}

export async function checkAnchors(inquiry: Inquiry): Promise<void> {
  await readAnchors(inquiry)
  checkHiddenAnchors(inquiry, (ledger) => inquiry.refuse('anchor_hidden', { ledger }))
  let earliestLater = Number.POSITIVE_INFINITY
  for (const facts of inquiry.draws.toReversed()) {
    facts.inTime = isInTime(inquiry, facts, earliestLater)
    if (facts.inTime) earliestLater = Math.min(earliestLater, facts.anchorLedger ?? earliestLater)
  }
}
