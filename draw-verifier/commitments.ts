import type { DrawEpoch } from './draw-records.ts'
import { commitmentMemoType, commitmentText, holdEnd, memoHex } from './draws.ts'
import { isSoundKey } from './draw-key.ts'
import type { Inquiry } from './inquiry.ts'
import type { TransactionFacts } from './ledger-source.ts'

const commitmentType = memoHex(commitmentMemoType)

/** Returns the text of the only memo of a type in an AccountSet; null if there is none, or more than one. */
export function memoOf(transaction: TransactionFacts, type: string): string | null {
  if (transaction.type !== 'AccountSet') return null
  const memos = transaction.memos.filter((memo) => memo.type === type)
  return memos.length === 1 ? (memos[0]?.data ?? null) : null
}

/** Parses a commitment; null if the text is not a JSON object. */
function readCommitment(hex: string): Record<string, unknown> | null {
  try {
    const text = hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : null
  } catch {
    // Invalid memos are ignored, because anyone can write one.
    return null
  }
}

/** Reports which of the terms differ from the commitment. */
function refuseTerms(inquiry: Inquiry, terms: DrawEpoch, hex: string): void {
  const { epoch } = terms
  const commitment = readCommitment(hex)
  if (commitment === null) return inquiry.refuse('commitment_missing', { epoch })
  const isOther = (name: string, value: unknown) => commitment[name] !== value
  if (isOther('root', terms.root) || isOther('count', terms.count)) inquiry.refuse('items_changed', { epoch })
  else if (isOther('key', terms.drawKey)) inquiry.refuse('draw_key_swapped', { epoch })
  else if (isOther('tip', terms.chainTip) || isOther('at', terms.chainNumber))
    inquiry.refuse('chain_swapped', { epoch })
  else inquiry.refuse('terms_changed', { epoch })
}

/** Checks that the marketplace committed to exactly these terms before the first request. */
async function checkCommitment(inquiry: Inquiry, terms: DrawEpoch): Promise<void> {
  const { record, draws } = inquiry
  const { epoch } = terms
  const { collection } = record
  if (
    terms.collection !== collection.id ||
    terms.issuer !== collection.issuer ||
    terms.taxon !== collection.taxon
  )
    inquiry.refuse('collection_swapped', { epoch })
  const transaction = await inquiry.transaction(terms.commitmentTxid)
  const memo = transaction === null ? null : memoOf(transaction, commitmentType)
  if (
    transaction === null ||
    memo === null ||
    !transaction.isSuccess ||
    transaction.account !== record.marketplace
  )
    return inquiry.refuse('commitment_missing', { epoch })
  if (memo !== memoHex(commitmentText(terms))) refuseTerms(inquiry, terms, memo)
  if (terms.firstNumber <= terms.chainNumber) inquiry.refuse('chain_swapped', { epoch })
  if (!isSoundKey(terms.drawKey)) inquiry.refuse('draw_key_weak', { epoch })
  // Epochs that begin together must all be committed before the first request for any of them.
  const early = draws.find(
    ({ draw }) =>
      draw.requestLedger < transaction.ledger && (draw.epoch === epoch || draw.number >= terms.firstNumber),
  )
  if (early !== undefined) {
    const { number, requestLedger: requestedAt } = early.draw
    inquiry.refuse('commitment_late', { epoch, number, ledger: transaction.ledger, requested: requestedAt })
  } else if (transaction.ledger !== terms.commitmentLedger)
    inquiry.refuse('commitment_moved', { epoch, ledger: transaction.ledger, stated: terms.commitmentLedger })
}

/**
 * Checks that no draw of the collection, at any price, was open when new epochs began: they contain all unsold items.
 */
export async function checkOverlaps(inquiry: Inquiry): Promise<void> {
  for (const { epoch, firstNumber, commitmentTxid } of inquiry.record.epochs) {
    const transaction = await inquiry.transaction(commitmentTxid)
    if (transaction === null) continue
    for (const { draw, beacon, soldLedger } of inquiry.draws) {
      if (draw.number >= firstNumber || beacon === null) continue
      const isDecided = beacon.ledger <= transaction.ledger
      const isOver =
        draw.position === null ||
        (soldLedger !== null && soldLedger <= transaction.ledger) ||
        holdEnd(beacon.closeTime) <= transaction.closeTime
      if (!isDecided || !isOver) inquiry.refuse('epoch_overlaps', { epoch, number: draw.number })
    }
  }
}

/** Finds commitments on the ledger that the record omits, or that occur twice. */
function checkHistory(inquiry: Inquiry): void {
  const { record, epochs, history, settledLedger } = inquiry
  for (const transaction of history) {
    if (!transaction.isSuccess || transaction.account !== record.marketplace) continue
    for (const { type, data } of transaction.memos) {
      const commitment = type === commitmentType ? readCommitment(data) : null
      if (commitment?.collection !== record.collection.id) continue
      const epoch = typeof commitment.epoch === 'number' ? commitment.epoch : 0
      const entry = epochs.get(epoch)
      if (entry !== undefined && transaction.hash !== entry.commitmentTxid)
        inquiry.refuse('epoch_twice', { epoch })
      else if (entry === undefined && transaction.ledger <= settledLedger)
        inquiry.refuse('epoch_hidden', { epoch })
    }
  }
}

export async function checkCommitments(inquiry: Inquiry): Promise<void> {
  const { epochs } = inquiry.record
  for (const [place, terms] of epochs.entries()) {
    const previous = epochs[place - 1]
    if (previous?.epoch === terms.epoch) inquiry.refuse('epoch_twice', { epoch: terms.epoch })
    else if (terms.epoch !== place + 1) inquiry.refuse('epoch_skipped', { epoch: place + 1 })
    const first = previous?.firstNumber ?? 1
    if (terms.firstNumber < first || (place === 0 && terms.firstNumber !== 1))
      inquiry.refuse('terms_changed', { epoch: terms.epoch })
    await checkCommitment(inquiry, terms)
  }
  checkHistory(inquiry)
}
