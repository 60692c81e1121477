import type { Edition } from '#contract/schemas/editions.ts'
import { nextPhase, phaseAt, phaseOf, priceAt } from './editions.ts'

type EditionPhase = Edition['phases'][number]

export type EditionState =
  | { kind: 'open'; phase: EditionPhase; priceDrops: bigint }
  /** The next phase has not started. */
  | { kind: 'upcoming'; phase: EditionPhase }
  | { kind: 'paused' | 'closed' | 'sold_out' | 'ended' }

/** Returns the sale state of an edition at a ledger time in milliseconds. */
export function editionState(edition: Edition, now: number): EditionState {
  const { state, prints, sold, phases } = edition
  if (state === 'closed') return { kind: 'closed' }
  if (prints !== null && sold >= prints) return { kind: 'sold_out' }
  if (state === 'paused') return { kind: 'paused' }
  const timedPhases = phases.map((phase) => ({ ...phaseOf(phase), phase }))
  const open = phaseAt(timedPhases, now)
  if (open !== null) return { kind: 'open', phase: open.phase, priceDrops: priceAt(open, now) }
  const next = nextPhase(timedPhases, now)
  return next === null ? { kind: 'ended' } : { kind: 'upcoming', phase: next.phase }
}
