import type { DrawEpoch } from '#worker/contract/draw-records.ts'
import { commitmentMemoType, commitmentText, holdEnd, memoHex } from '#worker/contract/draws.ts'
import type { Inquiry } from './inquiry.ts'
import type { TransactionFacts } from './ledger-source.ts'

const commitmentType = memoHex(commitmentMemoType)

/** The text of a memo of a type; null without one. */
export function memoOf(transaction: TransactionFacts, type: string): string | null {
  return transaction.memos.find((memo) => memo.type === type)?.data ?? null
}

/** What a commitment says, as far as it can be read. */
function readCommitment(hex: string): Record<string, unknown> | null {
  try {
    const text = hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? Object.fromEntries(Object.entries(read)) : null
  } catch {
    // Anyone can write any memo.
    return null
  }
}

/** Names which of the terms differ from what was committed to. */
function refuseTerms(inquiry: Inquiry, terms: DrawEpoch, hex: string): void {
  const { epoch } = terms
  const said = readCommitment(hex)
  if (said === null) return inquiry.refuse('commitment_missing', { epoch })
  const isOther = (name: string, value: unknown) => said[name] !== value
  if (isOther('root', terms.root) || isOther('count', terms.count)) inquiry.refuse('items_changed', { epoch })
  else if (isOther('key', terms.drawKey)) inquiry.refuse('draw_key_swapped', { epoch })
  else if (isOther('tip', terms.chainTip) || isOther('at', terms.chainNumber))
    inquiry.refuse('chain_swapped', { epoch })
  else inquiry.refuse('terms_changed', { epoch })
}

/** The commitment of an epoch: by the marketplace, with exactly these terms, before the first request. */
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
  const found = await inquiry.transaction(terms.commitmentTxid)
  const memo = found === null ? null : memoOf(found, commitmentType)
  if (found === null || memo === null || !found.succeeded || found.account !== record.marketplace)
    return inquiry.refuse('commitment_missing', { epoch })
  if (memo !== memoHex(commitmentText(terms))) refuseTerms(inquiry, terms, memo)
  if (terms.firstNumber <= terms.chainNumber) inquiry.refuse('chain_swapped', { epoch })
  const early = draws.find(({ draw }) => draw.epoch === epoch && draw.requestLedger < found.ledger)
  if (early !== undefined) {
    const { number, requestLedger: requested } = early.draw
    inquiry.refuse('commitment_late', { epoch, number, ledger: found.ledger, requested })
  } else if (found.ledger !== terms.commitmentLedger)
    inquiry.refuse('commitment_moved', { epoch, ledger: found.ledger, stated: terms.commitmentLedger })
}

/** A new epoch begins with no draw of the one before it open: at the same price, the new one has all its unsold items. */
export async function checkOverlaps(inquiry: Inquiry): Promise<void> {
  for (const before of inquiry.record.epochs) {
    const after = successorOf(inquiry, before)
    const begun = after === null ? null : await inquiry.transaction(after.commitmentTxid)
    if (after === null || begun === null) continue
    for (const { draw, anchorLedger, beacon, soldLedger } of inquiry.draws) {
      if (draw.epoch !== before.epoch || anchorLedger === null || beacon === null) continue
      if (draw.position === null && beacon.ledger <= begun.ledger) continue
      const isOver =
        beacon.ledger <= begun.ledger &&
        ((soldLedger !== null && soldLedger <= begun.ledger) || holdEnd(beacon.closeTime) <= begun.closeTime)
      if (!isOver) inquiry.refuse('epoch_overlaps', { epoch: after.epoch, number: draw.number })
    }
  }
}

/** The next epoch at the same price. */
export const successorOf = ({ record }: Inquiry, { epoch, priceDrops }: DrawEpoch): DrawEpoch | null =>
  record.epochs.find((other) => other.epoch > epoch && other.priceDrops === priceDrops) ?? null

/** Commitments on the ledger that the record leaves out, or that came twice. */
function checkHistory(inquiry: Inquiry): void {
  const { record, epochs, history } = inquiry
  for (const transaction of history) {
    const memo = memoOf(transaction, commitmentType)
    if (memo === null || !transaction.succeeded || transaction.account !== record.marketplace) continue
    const said = readCommitment(memo)
    if (said?.collection !== record.collection.id) continue
    const epoch = typeof said.epoch === 'number' ? said.epoch : 0
    const known = epochs.get(epoch)
    if (known === undefined) inquiry.refuse('epoch_hidden', { epoch })
    else if (transaction.hash !== known.commitmentTxid && memo !== memoHex(commitmentText(known)))
      inquiry.refuse('epoch_twice', { epoch })
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
