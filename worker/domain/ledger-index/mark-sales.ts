import type { Executor } from '#db/executor.ts'
import { refreshSaleDays } from '#db/queries/ledger-index/collection-days.ts'
import { addTraders } from '#db/queries/ledger-index/funders.ts'
import {
  type EventKey,
  listAffectedSales,
  readMovesAround,
  readSales,
  writeMarks,
} from '#db/queries/ledger-index/marked-sales.ts'
import { markTokensChanged } from '#db/queries/ledger-index/statistics.ts'
import type { HistoryInsert } from '#worker/ledger/history-events.ts'
import { judgeSales } from '#contract/rules/marked-sales.ts'

/** Number of sales judged in one statement. */
const atOnce = 200

async function judgeSome(tx: Executor, keys: EventKey[]) {
  const sales = await readSales(tx, keys)
  const moves = await readMovesAround(tx, keys)
  const marks = judgeSales(sales, moves)
  const changedSales = await writeMarks(
    tx,
    sales.map(({ id, nftId, ledgerIndex, position }) => ({
      nftId,
      ledgerIndex,
      position,
      marks: marks.get(id) ?? [],
    })),
  )
  await refreshSaleDays(
    tx,
    changedSales.map((sale) => ({ type: 'sale', ...sale })),
  )
  await markTokensChanged(tx, [...new Set(changedSales.map(({ nftId }) => nftId))])
}

/** Judges sales again, and recounts the days whose marks have changed. Requires the index lock. */
export async function judgeAgain(tx: Executor, keys: EventKey[]) {
  for (let start = 0; start < keys.length; start += atOnce)
    await judgeSome(tx, keys.slice(start, start + atOnce))
}

/** Adds new events to the figures: counts them by day, and judges the sales that they affect. */
export async function takeMoves(tx: Executor, events: HistoryInsert[]) {
  const moves = events.filter(({ type }) => type === 'sale' || type === 'transfer')
  if (moves.length === 0) return
  const traders = moves.filter(({ type }) => type === 'sale').flatMap(({ seller, buyer }) => [seller, buyer])
  const affectedSales = await listAffectedSales(tx, moves)
  await refreshSaleDays(tx, moves)
  await addTraders(tx, traders)
  await judgeAgain(tx, affectedSales)
}
