import type { Edition } from '#contract/schemas/editions.ts'
import { nextPhase, phaseAt, phaseOf, priceAt } from './editions.ts'

type EditionPhase = Edition['phases'][number]

export type EditionState =
  | { kind: 'open'; phase: EditionPhase; priceDrops: bigint }
  /** The next phase has not started. */
  | { kind: 'upcoming'; phase: EditionPhase }
  /** The sale is over, except for a number that was reserved and not paid for. The last terms of the sale apply. */
  | { kind: 'last_number'; number: number; phase: EditionPhase; priceDrops: bigint }
  | { kind: 'paused' | 'closed' | 'sold_out' | 'ended' }

/** Returns the sale state of an edition at a ledger time in milliseconds. */
export function editionState(edition: Edition, now: number): EditionState {
  const { state, prints, sold, phases, unpaidNumber, closedAt } = edition
  if (state === 'closed' && unpaidNumber === null) return { kind: 'closed' }
  if (prints !== null && sold >= prints) return { kind: 'sold_out' }
  if (state === 'paused') return { kind: 'paused' }
  const timedPhases = phases.map((phase) => ({ ...phaseOf(phase), phase }))
  if (state === 'running') {
    const open = phaseAt(timedPhases, now)
    if (open !== null) return { kind: 'open', phase: open.phase, priceDrops: priceAt(open, now) }
    const next = nextPhase(timedPhases, now)
    if (next !== null) return { kind: 'upcoming', phase: next.phase }
  }
  const end = closedAt === null ? now : Math.min(now, Date.parse(closedAt))
  const last = timedPhases.findLast(({ startsAt }) => startsAt <= end)
  if (unpaidNumber !== null && last !== undefined)
    return { kind: 'last_number', number: unpaidNumber, phase: last.phase, priceDrops: priceAt(last, end) }
  return { kind: 'ended' }
}
