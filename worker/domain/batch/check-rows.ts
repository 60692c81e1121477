import { sentence } from '#contract/words/sentence.ts'
import { problemTypes } from '#contract/words/problems.ts'
import { Refusal, type RowRefusal } from '#contract/words/refusal.ts'

/** True if a refusal is about one row. An outage, or a problem with the caller's identity, affects the whole call. */
const isOfRow = ({ code }: Refusal) => problemTypes[code].status < 500 && problemTypes[code].status !== 403

async function refusalOf<T>(
  row: T,
  place: number,
  check: (row: T) => Promise<unknown>,
): Promise<RowRefusal | null> {
  try {
    await check(row)
    return null
  } catch (error) {
    if (!(error instanceof Refusal) || !isOfRow(error)) throw error
    const { code, sentence: reason, errors } = error
    return { row: place, code, message: errors[0]?.message ?? reason }
  }
}

/**
 * Checks each row as if it were requested alone. Throws Refusal('rows_refused') with all invalid rows, so that the
 * caller can correct or omit them before anything is signed.
 */
export async function checkRows<T>(rows: readonly T[], check: (row: T) => Promise<unknown>): Promise<void> {
  const refusals = (await Promise.all(rows.map((row, place) => refusalOf(row, place, check)))).filter(
    (row) => row !== null,
  )
  const [first] = refusals
  if (first === undefined) return
  const place = first.row + 1
  throw new Refusal(
    'rows_refused',
    refusals.length === 1
      ? sentence('Row {place} cannot be requested. Row {place}: {reason}', { place, reason: first.message })
      : sentence('{refused} of {rows} rows cannot be requested. Row {place}: {reason}', {
          refused: refusals.length,
          rows: rows.length,
          place,
          reason: first.message,
        }),
    { rows: refusals },
  )
}
