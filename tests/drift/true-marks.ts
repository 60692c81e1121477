// The published rules for marked sales, implemented by comparing every event with every other. Imports nothing from
// worker/.

export interface TrueMove {
  nftId: string
  seller: string
  buyer: string
  /** Null for gifts and sales in other currencies. */
  drops: bigint | null
  closeTime: number
}

const day = 24 * 3600

/**
 * Returns the moves, given in ledger order, that are sales without a meaningful price. All happen on one day, so no
 * average can be exceeded.
 */
export function marked(moves: TrueMove[]): Set<TrueMove> {
  const marks = new Set<TrueMove>()
  const works = new Set(moves.map(({ nftId }) => nftId))
  for (const work of works) {
    const chain = moves.filter(({ nftId }) => nftId === work)
    for (const [start, first] of chain.entries()) {
      const steps = chain
        .slice(start + 1, start + 6)
        .filter((step) => step.closeTime - first.closeTime <= 30 * day)
      const back = steps.findIndex(({ buyer }) => buyer === first.seller)
      if (back === -1) continue
      for (const step of chain.slice(start, start + back + 2)) marks.add(step)
    }
  }
  for (const one of moves) {
    for (const other of moves) {
      if (one.nftId === other.nftId || one.seller !== other.buyer || one.buyer !== other.seller) continue
      if (one.drops === null || other.drops === null) continue
      if (Math.abs(one.closeTime - other.closeTime) > 7 * day) continue
      const [low, high] = [one.drops, other.drops].toSorted((a, b) => (a < b ? -1 : 1))
      if (low !== undefined && high !== undefined && (high - low) * 20n < high) marks.add(one).add(other)
    }
  }
  return new Set([...marks].filter(({ drops }) => drops !== null))
}
