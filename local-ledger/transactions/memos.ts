import type { TransactionFields } from './transaction-types.ts'

// Checks the memos of a transaction. Source: xrpl.org "Transaction Common Fields" (Memos field); the server's local
// checks.

const MAX_BYTES = 1024
const URL_CHARACTERS = /^[0-9A-Za-z\-._~:/?#[\]@!$&'()*+,;=%]*$/
const MEMO_FIELDS = new Set(['MemoType', 'MemoData', 'MemoFormat'])

/** Returns the size in bytes of a text field with its header and length. */
function fieldBytes(hex: string | undefined): number {
  if (hex === undefined) return 0
  const bytes = hex.length / 2
  return 1 + (bytes <= 192 ? 1 : bytes <= 12_480 ? 2 : 3) + bytes
}

/** Checks the structure of memos. Until they are validated, they may contain any objects and fields. */
function shapeProblem(memos: object[]): string | null {
  for (const item of memos) {
    const [memo] = Object.entries(item)
    if (memo?.[0] !== 'Memo') return 'A memo array may contain only Memo objects.'
    if (!Object.keys(memo[1]).every((name) => MEMO_FIELDS.has(name)))
      return 'A memo may contain only MemoType, MemoData or MemoFormat fields.'
  }
  return null
}

/** Returns why the memos are refused before the transaction is checked, or null. */
export function memoProblem({ Memos: memos = [] }: TransactionFields): string | null {
  const problem = shapeProblem(memos)
  if (problem !== null) return problem
  let size = 0
  for (const { Memo: memo } of memos) {
    size += 2 + fieldBytes(memo.MemoType) + fieldBytes(memo.MemoData) + fieldBytes(memo.MemoFormat)
  }
  if (size > MAX_BYTES) return 'The memo exceeds the maximum allowed size.'
  for (const { Memo: memo } of memos) {
    for (const hex of [memo.MemoType ?? '', memo.MemoFormat ?? '']) {
      if (!URL_CHARACTERS.test(Buffer.from(hex, 'hex').toString('latin1'))) {
        return 'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.'
      }
    }
  }
  return null
}
