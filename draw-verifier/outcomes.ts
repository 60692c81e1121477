import { t } from '#contract/words/sentence.ts'
import {
  type Beacon,
  bytesToHex,
  drawOutcome,
  type EpochState,
  hexToBytes,
  holdEnd,
  type PlacedDraw,
  seedBefore,
  seedsPerChain,
} from './draws.ts'
import type { DrawFacts, Inquiry } from './inquiry.ts'
import { NodeProblem } from './ledger-source.ts'

/** Checks the ledger after each anchor: its hash must match its header. */
export async function checkBeacons(inquiry: Inquiry): Promise<void> {
  for (const facts of inquiry.draws) {
    const { draw, anchorLedger, inTime } = facts
    if (anchorLedger === null) continue
    const ledger = anchorLedger + 1
    const header = ledger > inquiry.newest ? null : await inquiry.header(ledger)
    if (header === null && draw.seed !== null)
      throw new NodeProblem(
        'node_history',
        t(
          'The nodes do not have ledger {ledger}, which decided draw {number}. Choose nodes with full history.',
          { ledger, number: draw.number },
        ),
      )
    if (header === null) continue
    if (inTime) facts.beacon = { ledger, hash: header.hash, closeTime: header.closeTime }
    if (draw.beaconHash !== null && draw.beaconHash !== header.hash && !inquiry.tainted.has(draw.number))
      inquiry.refuse('beacon_hash_wrong', { number: draw.number, ledger })
  }
}

interface ChainPoint {
  number: number
  seed: string
  /** The source of the seed: a draw, or the tip of an epoch. */
  of: { epoch: number } | { number: number }
}

/** Checks that the collection has one chain: every tip and every seed hashes down to the previous one. */
export async function checkSeeds(inquiry: Inquiry): Promise<void> {
  const tips = inquiry.record.epochs.map(
    ({ epoch, chainNumber: number, chainTip: seed }): ChainPoint => ({ number, seed, of: { epoch } }),
  )
  const seeds = inquiry.draws.flatMap(({ draw: { number, seed } }): ChainPoint[] =>
    seed === null ? [] : [{ number, seed, of: { number } }],
  )
  const [first, ...rest] = [...tips, ...seeds].toSorted((a, b) => a.number - b.number)
  if (first === undefined) return
  let last = first
  for (const point of rest) {
    const steps = point.number - last.number
    let seed = hexToBytes(point.seed)
    if (steps <= seedsPerChain) for (let step = 0; step < steps; step += 1) seed = await seedBefore(seed)
    if (steps <= seedsPerChain && bytesToHex(seed) === last.seed) last = point
    else if ('epoch' in point.of) inquiry.refuse('chain_swapped', point.of)
    else inquiry.refuse('seed_changed', point.of)
  }
  if ('number' in first.of) inquiry.refuse('seed_changed', first.of)
}

interface Disputed {
  facts: DrawFacts
  beacon: Beacon
  state: EpochState
  outcome: (state: EpochState) => Promise<number | null>
  right: number | null
}

const isOpen = (draw: PlacedDraw, { ledger }: Beacon) => draw.soldLedger === null || draw.soldLedger > ledger

/** Refuses a wrong position, and names the cause if a known manipulation explains it. */
async function refusePosition(inquiry: Inquiry, { facts, beacon, state, outcome, right }: Disputed) {
  const { number, position } = facts.draw
  const holder = state.draws.find(
    (draw) =>
      draw.position === position && isOpen(draw, beacon) && holdEnd(draw.beaconCloseTime) > beacon.closeTime,
  )
  if (holder !== undefined) return inquiry.refuse('hold_cut', { number: holder.number })
  const withdrawal = state.withdrawals.find((one) => one.position === right && one.ledger > beacon.ledger)
  if (right !== null && withdrawal !== undefined)
    return inquiry.refuse('removed_after_draw', { number, position: right })
  const lapsedDraws = state.draws.filter(
    (draw) => isOpen(draw, beacon) && holdEnd(draw.beaconCloseTime) <= beacon.closeTime,
  )
  // Recomputes the result with each of the last 50 lapsed draws still held. A match names the draw that was held too
  // long.
  for (const heldDraw of lapsedDraws.slice(-50)) {
    const holds = state.draws.map((draw) =>
      draw === heldDraw ? { ...draw, beaconCloseTime: beacon.closeTime } : draw,
    )
    if ((await outcome({ ...state, draws: holds })) === position)
      return inquiry.refuse('hold_extended', { number: heldDraw.number })
  }
  return inquiry.refuse('position_wrong', { number, position, right })
}

/**
 * True if the position of a draw is missing because it is still being computed. Refuses the draw if the position is
 * overdue.
 */
function isPending(inquiry: Inquiry, { draw }: DrawFacts, beacon: Beacon): boolean {
  if (draw.seed !== null) return false
  const { number, state } = draw
  if (state === 'withheld') inquiry.refuse('position_hidden', { number })
  else if (state !== 'anchored') inquiry.refuse('seed_changed', { number })
  else if (holdEnd(beacon.closeTime) <= inquiry.now) inquiry.refuse('server_away', { number })
  return true
}

/** Recomputes every draw in order. */
export async function checkPositions(
  inquiry: Inquiry,
  withdrawnPositions: WithdrawnPositions,
): Promise<void> {
  const drawsByPosition = new Map<number, PlacedDraw[]>()
  let firstPending: number | null = null
  for (const [place, facts] of inquiry.draws.entries()) {
    const { draw, epoch, beacon, inTime, soldLedger } = facts
    if (!inTime || epoch === null || beacon === null) continue
    const { number, account, position } = draw
    if (isPending(inquiry, facts, beacon)) {
      firstPending ??= number
      continue
    }
    if (firstPending !== null) inquiry.refuse('drawn_out_of_order', { number: firstPending })
    const draws = drawsByPosition.get(epoch.epoch) ?? []
    drawsByPosition.set(epoch.epoch, draws)
    const state = { count: epoch.count, draws, withdrawals: withdrawnPositions.get(epoch.epoch) ?? [] }
    const chance = { seed: hexToBytes(draw.seed ?? ''), beacon, account, number }
    const outcome = (epochState: EpochState) => drawOutcome(chance, epochState)
    const right = await outcome(state)
    if (inquiry.tainted.has(number)) inquiry.uncomputed += 1
    else if (right !== position) await refusePosition(inquiry, { facts, beacon, state, outcome, right })
    if (position !== null && position < epoch.count)
      draws.push({ number, account, position, beaconCloseTime: beacon.closeTime, soldLedger })
    inquiry.report('checks', place + 1, inquiry.draws.length)
  }
}

/** Withdrawn positions by epoch, with the ledger that proves each withdrawal. */
export type WithdrawnPositions = Map<number, { position: number; ledger: number }[]>
