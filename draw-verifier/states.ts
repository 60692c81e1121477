import type { Draw } from './draw-records.ts'
import { holdEnd, maxAnchorDelay } from './draws.ts'
import type { DrawFacts, Inquiry } from './inquiry.ts'
import type { SaleFacts } from './works.ts'

/** If less time than this remains until the end of a hold, no offer is made. Such a draw may be withheld earlier. */
const minOfferSeconds = 180
/** A held draw that is never offered becomes withheld once the marketplace has ended its reservation. */
const maxUnoffered = holdEnd(0)

type State = Draw['state']

/**
 * Returns the possible states of a draw without an anchor: it waits until an anchor would be late, and is then
 * withheld.
 */
function unanchoredStates(inquiry: Inquiry, { draw, isOvertaken }: DrawFacts): State[] {
  const deadline = draw.requestLedger + maxAnchorDelay
  return [
    ...(inquiry.settledLedger <= deadline && !isOvertaken ? ['waiting' as const] : []),
    ...(inquiry.newest >= deadline || isOvertaken ? ['withheld' as const] : []),
  ]
}

/** Returns the possible states of a draw that has a position and is not sold. */
function placedStates(inquiry: Inquiry, facts: DrawFacts, { offered, burned }: SaleFacts): State[] {
  const { number } = facts.draw
  const end = holdEnd(facts.beacon?.closeTime ?? 0)
  if (offered.has(number))
    return [
      ...(end > inquiry.settledTime ? ['held' as const] : []),
      ...(end <= inquiry.now ? ['lapsed' as const] : []),
    ]
  const isLate = end - minOfferSeconds < inquiry.now || burned.has(number)
  return [
    ...(end + maxUnoffered > inquiry.now ? ['held' as const] : []),
    ...(isLate ? ['withheld' as const] : []),
  ]
}

/**
 * Returns the possible states of a draw, by the ledger and the time. There are several while the marketplace may still
 * have to record the next state.
 */
function possibleStates(inquiry: Inquiry, facts: DrawFacts, sales: SaleFacts): State[] {
  const { draw, anchorLedger, inTime, beacon, soldLedger } = facts
  if (anchorLedger === null) return unanchoredStates(inquiry, facts)
  if (!inTime) return anchorLedger > inquiry.settledLedger ? ['anchored', 'withheld'] : ['withheld']
  if (beacon === null || draw.seed === null) return ['anchored']
  if (draw.position === null) return ['sold_out']
  return soldLedger === null ? placedStates(inquiry, facts, sales) : ['sold']
}

const isDrawn = ({ state, seed }: Draw) =>
  ['held', 'lapsed', 'sold', 'sold_out'].includes(state) || (state === 'withheld' && seed !== null)

/** True if a draw names its anchor and its deciding ledger as its state requires. */
function isAnchorRight(draw: Draw): boolean {
  const { state, anchorTxid, beaconLedger, beaconHash } = draw
  const isOut = isDrawn(draw)
  if (anchorTxid === null)
    return !isOut && state !== 'anchored' && beaconLedger === null && beaconHash === null
  return state !== 'waiting' && (!isOut || (beaconLedger !== null && beaconHash !== null))
}

/** True if the facts of a draw are consistent with its state and with each other. */
function areFactsRight(draw: Draw): boolean {
  const { state, seed, position, offerTxid, reveal, workName, workImage = null } = draw
  const isOut = isDrawn(draw)
  const isOffered = state === 'sold' || state === 'lapsed' || (state === 'held' && offerTxid !== null)
  return (
    isAnchorRight(draw) &&
    isOut === (seed !== null) &&
    (isOut && state !== 'sold_out') === (position !== null) &&
    isOffered === (offerTxid !== null) &&
    (state === 'sold') === (reveal !== null) &&
    (reveal !== null || (workName === null && workImage === null))
  )
}

/** Checks that states, and the data published with them, follow from the ledger and the time. */
export function checkStates(inquiry: Inquiry, sales: SaleFacts): void {
  for (const facts of inquiry.draws) {
    const { draw, beacon } = facts
    const { number, state } = draw
    if (inquiry.tainted.has(number)) continue
    const right = possibleStates(inquiry, facts, sales)
    const end = holdEnd(beacon?.closeTime ?? 0)
    const isUnoffered = beacon !== null && draw.position !== null && !sales.offered.has(number)
    if (state === 'lapsed' && beacon !== null && end > inquiry.now) inquiry.refuse('hold_cut', { number })
    else if (isUnoffered && (state === 'lapsed' || state === 'held') && !right.includes(state))
      inquiry.refuse('server_away', { number })
    else if (!right.includes(state)) inquiry.refuse('state_wrong', { number, state, right })
    else if (!areFactsRight(draw)) inquiry.refuse('fields_wrong', { number, state })
  }
}
