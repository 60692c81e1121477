import { SaleMark } from '#contract/schemas/sale-marks.ts'

// Sales that look like wash trades, by the rules of docs/figures.md. The functions are pure: the marks of a sale depend
// on the events around it and on who funded its parties, not on the time of the check. A mark does not prove a wash
// trade; it means that the sale proves no price.

const day = 24 * 3_600_000
/** A work that returns to its seller within this time has moved in a circle. */
export const circleMs = 30 * day
/** Maximum number of sales in a circle; two sales are back and forth. */
export const maxCircle = 6
/** Maximum time between two sales that cancel each other out. */
export const noProfitMs = 7 * day
/** Prices that differ by less than this share of the higher one cancel each other out, in percent. */
export const noProfitPercent = 5n
/** A funder of more trading accounts than this is a service, such as an exchange, and proves nothing about them. */
export const maxFunded = 10
/** A sale without fee and royalty is an outlier if its price exceeds this multiple of the collection's average sale. */
export const feeFreeFactor = 10n
/** The average covers this many days before the sale, and requires a minimum number of sales. */
export const feeFreeDays = 30
export const minFeeFreeSales = 5

/** A change of owners: a sale, or a transfer with `drops` null. */
export interface Move {
  /** Identifies the event by transaction and token. */
  id: string
  nftId: string
  from: string
  to: string
  drops: bigint | null
  at: number
  ledgerIndex: number
  position: number
}

export type Marks = Map<string, Set<SaleMark>>

function mark(marks: Marks, move: Move, name: SaleMark) {
  if (move.drops === null) return
  marks.set(move.id, (marks.get(move.id) ?? new Set()).add(name))
}

const inOrder = (a: Move, b: Move) => a.ledgerIndex - b.ledgerIndex || a.position - b.position

const groupBy = (moves: Move[], keyOf: (move: Move) => string) => {
  const groups = new Map<string, Move[]>()
  for (const move of moves) {
    const key = keyOf(move)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [move])
    else group.push(move)
  }
  return groups
}

/**
 * Finds works that return to an account that gave them away. Marks every sale in between; gifts in between count as
 * steps.
 */
function markCircles(marks: Marks, moves: Move[]) {
  for (const chain of groupBy(moves, ({ nftId }) => nftId).values()) {
    const orderedMoves = chain.toSorted(inOrder)
    for (const [start, first] of orderedMoves.entries()) {
      for (let end = start + 1; end < orderedMoves.length && end < start + maxCircle; end += 1) {
        const last = orderedMoves[end]
        if (last === undefined || last.at - first.at > circleMs) break
        if (last.to !== first.from) continue
        const isDirect = end === start + 1
        for (const step of orderedMoves.slice(start, end + 1)) {
          mark(marks, step, isDirect ? 'back_and_forth' : 'circle')
        }
        break
      }
    }
  }
}

const nearlyEqual = (a: bigint, b: bigint) => {
  const [low, high] = a < b ? [a, b] : [b, a]
  return (high - low) * 100n < high * noProfitPercent
}

/**
 * Finds two accounts that sell each other a work at nearly the same price, so that neither has gained or paid anything.
 */
function markNoProfit(marks: Marks, moves: Move[]) {
  const sales = moves.filter(({ drops }) => drops !== null)
  const pairs = groupBy(sales, ({ from, to }) => [from, to].toSorted().join(' '))
  for (const pair of pairs.values()) {
    for (const [place, move] of pair.entries()) {
      for (const counterSale of pair.slice(place + 1)) {
        if (move.from !== counterSale.to || move.nftId === counterSale.nftId) continue
        if (Math.abs(move.at - counterSale.at) > noProfitMs) continue
        if (move.drops === null || counterSale.drops === null || !nearlyEqual(move.drops, counterSale.drops))
          continue
        mark(marks, move, 'no_profit')
        mark(marks, counterSale, 'no_profit')
      }
    }
  }
}

/** The account that sent an account its first XRP, and how many trading accounts it has funded. */
export interface Funder {
  funder: string
  funded: number
}

/** True if seller and buyer have the same funder, or one has funded the other. Unknown funders prove nothing. */
export function haveSameFunder(
  { from, to }: Pick<Move, 'from' | 'to'>,
  funderOf: (account: string) => Funder | null,
): boolean {
  const [seller, buyer] = [funderOf(from), funderOf(to)]
  const isPerson = (funder: Funder | null) => funder !== null && funder.funded <= maxFunded
  if (isPerson(seller) && seller?.funder === to) return true
  if (isPerson(buyer) && buyer?.funder === from) return true
  return isPerson(seller) && seller?.funder === buyer?.funder
}

/** Sales of a collection in the days before a sale. */
export interface RecentSales {
  sales: number
  volumeDrops: bigint
}

/** True if only the seller earned from a sale, at a price far above the collection's other sales. */
export function isFeeFreeOutlier(
  sale: { drops: bigint; feeDrops: bigint; royaltyDrops: bigint },
  recent: RecentSales,
): boolean {
  if (sale.feeDrops > 0n || sale.royaltyDrops > 0n || recent.sales < minFeeFreeSales) return false
  return sale.drops * BigInt(recent.sales) > recent.volumeDrops * feeFreeFactor
}

/** A sale, with the other facts that the rules need. */
export interface Sale extends Move {
  drops: bigint
  feeDrops: bigint
  royaltyDrops: bigint
  sellerFunder: Funder | null
  buyerFunder: Funder | null
  recent: RecentSales
}

/**
 * Returns the marks of these sales. `around` contains up to `maxCircle` moves of their works before and after, and the
 * sales between the same accounts within `noProfitMs`; more moves change nothing.
 */
export function judgeSales(sales: Sale[], around: Move[]): Map<string, SaleMark[]> {
  const moves = [...new Map([...around, ...sales].map((move) => [move.id, move])).values()]
  const marks: Marks = new Map()
  markCircles(marks, moves)
  markNoProfit(marks, moves)
  return new Map(
    sales.map((sale) => {
      const funders = new Map([
        [sale.from, sale.sellerFunder],
        [sale.to, sale.buyerFunder],
      ])
      const marksOfSale = marks.get(sale.id) ?? new Set<SaleMark>()
      if (haveSameFunder(sale, (account) => funders.get(account) ?? null)) marksOfSale.add('same_funder')
      if (isFeeFreeOutlier(sale, sale.recent)) marksOfSale.add('fee_free')
      return [sale.id, SaleMark.options.filter((name) => marksOfSale.has(name))]
    }),
  )
}
