import type { EpochTerms } from '#draw-verifier/draw-records.ts'
import {
  anchorMemoType,
  anchorText,
  commitmentMemoType,
  commitmentText,
  drawMemoFormat,
  memoHex,
} from '#draw-verifier/draws.ts'

const createMemo = (type: string, text: string) => [
  { Memo: { MemoType: memoHex(type), MemoFormat: memoHex(drawMemoFormat), MemoData: memoHex(text) } },
]

/**
 * Builds the Memos field of the transaction that commits to an epoch. Source: xrpl.org "Transaction Common Fields"
 * (Memos).
 */
export const epochMemos = (terms: EpochTerms) => createMemo(commitmentMemoType, commitmentText(terms))

/** Builds the Memos field of an anchor. */
export const anchorMemos = (anchor: { root: string; count: number }) =>
  createMemo(anchorMemoType, anchorText(anchor))
