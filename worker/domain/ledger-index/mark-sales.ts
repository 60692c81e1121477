import type { Executor } from '#db/executor.ts'
import { refreshSaleDays } from '#db/queries/collection-days.ts'
import { addTraders } from '#db/queries/funders.ts'
import {
  type EventKey,
  listAffectedSales,
  readMovesAround,
  readSales,
  writeMarks,
} from '#db/queries/marked-sales.ts'
import { pipelined } from '#db/queries/pipelined.ts'
import { markTokensChanged } from '#db/queries/statistics.ts'
import type { HistoryInsert } from '#worker/ledger/index-changes.ts'
import { judgeSales } from '#worker/contract/marked-sales.ts'

/** Sales judged in one statement. */
const atOnce = 200
/** Statements given to the database at once: one part of the sales is judged while it reads the next. */
const inFlight = 4

async function judgeSome(tx: Executor, keys: EventKey[]) {
  const [sales, moves] = await pipelined([readSales(tx, keys), readMovesAround(tx, keys)])
  const marks = judgeSales(sales, moves)
  const changed = await writeMarks(
    tx,
    sales.map(({ id, nftId, ledgerIndex, position }) => ({
      nftId,
      ledgerIndex,
      position,
      marks: marks.get(id) ?? [],
    })),
  )
  await pipelined([
    refreshSaleDays(
      tx,
      changed.map((sale) => ({ type: 'sale', ...sale })),
    ),
    markTokensChanged(tx, [...new Set(changed.map(({ nftId }) => nftId))]),
  ])
}

/** Judges sales again and counts the days whose marks have changed. Requires the index lock. */
export async function judgeAgain(tx: Executor, keys: EventKey[]) {
  const parts = Array.from({ length: Math.ceil(keys.length / atOnce) }, (_, place) =>
    keys.slice(place * atOnce, (place + 1) * atOnce),
  )
  for (let start = 0; start < parts.length; start += inFlight)
    await pipelined(parts.slice(start, start + inFlight).map((part) => judgeSome(tx, part)))
}

/** Takes new events into the figures: counts their days, and judges the sales that they affect. */
export async function takeMoves(tx: Executor, events: HistoryInsert[]) {
  const moves = events.filter(({ type }) => type === 'sale' || type === 'transfer')
  if (moves.length === 0) return
  const traders = moves.filter(({ type }) => type === 'sale').flatMap(({ seller, buyer }) => [seller, buyer])
  const [affected] = await pipelined([
    listAffectedSales(tx, moves),
    refreshSaleDays(tx, moves),
    addTraders(tx, traders),
  ])
  await judgeAgain(tx, affected)
}
