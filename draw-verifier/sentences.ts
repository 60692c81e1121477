import { t } from '#contract/words/sentence.ts'
import { holdSeconds, maxAnchorDelay } from './draws.ts'

/** Names of the checks, in the order on the page. */
export const checkNames = [
  'nodes',
  'commitments',
  'numbers',
  'receipts',
  'anchors',
  'beacons',
  'seeds',
  'positions',
  'holds',
  'works',
  'withdrawals',
  'withheld',
] as const
export type CheckName = (typeof checkNames)[number]

interface OfDraw {
  number: number
}
interface OfEpoch {
  epoch: number
}
interface Refusal<Facts> {
  check: CheckName
  say: (facts: Facts) => string
}

const buildRefusal = <Facts>(check: CheckName, say: (facts: Facts) => string): Refusal<Facts> => ({
  check,
  say,
})

/** Every reason for refusing a record: the check that it belongs to, and its sentence. */
export const refusals = {
  record_malformed: buildRefusal('numbers', ({ detail }: { detail: string }) =>
    t('The record cannot be read: {detail}.', { detail }),
  ),
  nodes_disagree: buildRefusal('nodes', ({ detail }: { detail: string }) => detail),
  header_forged: buildRefusal('nodes', ({ ledger }: { ledger: number }) =>
    t(
      'The header of ledger {ledger} does not match the hash that the nodes report, so their answers cannot be trusted.',
      { ledger },
    ),
  ),

  commitment_missing: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The ledger has no commitment by the marketplace for epoch {epoch}.', { epoch }),
  ),
  commitment_late: buildRefusal(
    'commitments',
    ({
      epoch,
      number,
      ledger,
      requested: requestLedger,
    }: OfEpoch & OfDraw & { ledger: number; requested: number }) =>
      t(
        'Epoch {epoch} was committed in ledger {ledger}, after draw {number} was requested (ledger {requested}): the commitment came too late.',
        { epoch, ledger, number, requested: requestLedger },
      ),
  ),
  commitment_moved: buildRefusal(
    'commitments',
    ({ epoch, ledger, stated: statedValue }: OfEpoch & { ledger: number; stated: number }) =>
      t(
        'The commitment of epoch {epoch} was validated in ledger {ledger}, not in ledger {stated} as the record says.',
        { epoch, ledger, stated: statedValue },
      ),
  ),
  items_changed: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The items of epoch {epoch} do not match its commitment: the set of items was changed.', {
      epoch,
    }),
  ),
  epoch_twice: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('Epoch {epoch} was committed more than once: the set of items was changed between draws.', {
      epoch,
    }),
  ),
  epoch_overlaps: buildRefusal('commitments', ({ epoch, number }: OfEpoch & OfDraw) =>
    t(
      'Epoch {epoch} began while draw {number} of the previous epoch was open: the set of items was changed between draws.',
      { epoch, number },
    ),
  ),
  epoch_hidden: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The ledger has a commitment for epoch {epoch} that the record leaves out.', { epoch }),
  ),
  epoch_skipped: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t("Epoch {epoch} is missing from this collection's sequence of epochs.", { epoch }),
  ),
  draw_key_swapped: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The draw key of epoch {epoch} does not match its commitment.', { epoch }),
  ),
  draw_key_weak: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The draw key of epoch {epoch} is not a secure Ed25519 key: anyone could sign receipts with it.', {
      epoch,
    }),
  ),
  chain_swapped: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The seed chain of epoch {epoch} does not match its commitment: the seeds were changed.', {
      epoch,
    }),
  ),
  terms_changed: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('The price, collection or numbers of epoch {epoch} do not match its commitment.', {
      epoch,
    }),
  ),
  collection_swapped: buildRefusal('commitments', ({ epoch }: OfEpoch) =>
    t('Epoch {epoch} does not belong to this collection.', { epoch }),
  ),

  number_skipped: buildRefusal('numbers', ({ number }: OfDraw) =>
    t('Number {number} is missing from the draws: a number was skipped.', { number }),
  ),
  number_twice: buildRefusal('numbers', ({ number }: OfDraw) =>
    t('Number {number} was issued twice: two receipts have the same number.', { number }),
  ),
  epoch_wrong: buildRefusal('numbers', ({ number, epoch }: OfDraw & OfEpoch) =>
    t('Draw {number} cannot belong to epoch {epoch}: that epoch is unknown, begins later, or had ended.', {
      number,
      epoch,
    }),
  ),
  counts_wrong: buildRefusal(
    'numbers',
    ({ stated: reportedCount, counted: recordedCount }: { stated: number; counted: number }) =>
      t('The marketplace reports {draws}, but its record has {counted}.', {
        draws: numberOfDraws(reportedCount),
        counted: recordedCount,
      }),
  ),
  state_count_wrong: buildRefusal(
    'numbers',
    ({
      state,
      stated: reportedCount,
      counted: recordedCount,
    }: {
      state: string
      stated: number
      counted: number
    }) =>
      t('The marketplace reports {stated} draws as {state}, but its record has {counted}.', {
        stated: reportedCount,
        state,
        counted: recordedCount,
      }),
  ),

  receipt_forged: buildRefusal('receipts', ({ number }: OfDraw) =>
    t('The receipt of draw {number} was not signed by the draw key: it is forged.', { number }),
  ),
  request_dated_back: buildRefusal(
    'receipts',
    ({ number, requested: requestLedger, before }: OfDraw & { requested: number; before: number }) =>
      t(
        'Draw {number} is dated to ledger {requested}, but an earlier number is dated to ledger {before}: the request was backdated.',
        { number, requested: requestLedger, before },
      ),
  ),
  request_after_anchor: buildRefusal(
    'receipts',
    ({ number, requested: requestLedger, ledger }: OfDraw & { requested: number; ledger: number }) =>
      t(
        'Draw {number} is dated to ledger {requested}, but it had already been anchored in ledger {ledger}.',
        {
          number,
          requested: requestLedger,
          ledger,
        },
      ),
  ),

  request_in_future: buildRefusal(
    'receipts',
    ({ number, requested: requestLedger, newest }: OfDraw & { requested: number; newest: number }) =>
      t(
        'Draw {number} is dated to ledger {requested}, but the record ends at ledger {newest}: the request has a future date.',
        { number, requested: requestLedger, newest },
      ),
  ),
  request_misdated: buildRefusal('receipts', ({ number, date }: OfDraw & { date: string }) =>
    t('The date of draw {number} ({date}) does not match the ledgers of its request and its anchor.', {
      number,
      date,
    }),
  ),

  anchor_missing: buildRefusal('anchors', ({ number }: OfDraw) =>
    t("Draw {number} is not covered by any of the marketplace's anchors on the ledger.", { number }),
  ),
  anchor_hidden: buildRefusal('anchors', ({ ledger }: { ledger: number }) =>
    t(
      'The marketplace wrote an anchor in ledger {ledger} that the record leaves out: it may have been used to try out an outcome.',
      { ledger },
    ),
  ),
  anchor_changed: buildRefusal('anchors', ({ ledger }: { ledger: number }) =>
    t(
      'The requests under the anchor of ledger {ledger} do not match its commitment: a request was changed afterwards.',
      { ledger },
    ),
  ),
  anchor_unknown: buildRefusal('anchors', ({ ledger }: { ledger: number }) =>
    t('The anchor that the record lists in ledger {ledger} is not on the ledger, or is listed twice.', {
      ledger,
    }),
  ),
  anchor_denied: buildRefusal('anchors', ({ number, ledger }: OfDraw & { ledger: number }) =>
    t('Draw {number} was anchored in ledger {ledger}, which its record denies: its outcome was hidden.', {
      number,
      ledger,
    }),
  ),
  anchor_unordered: buildRefusal('anchors', ({ number, ledger }: OfDraw & { ledger: number }) =>
    t(
      'Draw {number} comes after a larger number under the anchor of ledger {ledger}: the order was changed.',
      { number, ledger },
    ),
  ),
  anchor_moved: buildRefusal(
    'anchors',
    ({ ledger, stated: reportedValue }: { ledger: number; stated: number }) =>
      t('The record gives ledger {stated} for an anchor that was validated in ledger {ledger}.', {
        stated: reportedValue,
        ledger,
      }),
  ),
  account_swapped: buildRefusal('anchors', ({ number }: OfDraw) =>
    t('Draw {number} was anchored for another account: the account was swapped.', { number }),
  ),
  anchor_after_beacon: buildRefusal(
    'anchors',
    ({ number, ledger, beacon }: OfDraw & { ledger: number; beacon: number }) =>
      t(
        'Draw {number} was anchored in ledger {ledger}, when the ledger that decides it ({beacon}) was already known: the anchor came after the beacon.',
        { number, ledger, beacon },
      ),
  ),

  beacon_moved: buildRefusal(
    'beacons',
    ({ number, ledger, beacon }: OfDraw & { ledger: number; beacon: number }) =>
      t(
        'Draw {number} was anchored in ledger {ledger}, so ledger {right} decides, not ledger {beacon}: the beacon was moved.',
        { number, ledger, right: ledger + 1, beacon },
      ),
  ),
  beacon_hash_wrong: buildRefusal('beacons', ({ number, ledger }: OfDraw & { ledger: number }) =>
    t('The hash that decided draw {number} is not the hash of ledger {ledger}: the beacon was changed.', {
      number,
      ledger,
    }),
  ),

  seed_changed: buildRefusal('seeds', ({ number }: OfDraw) =>
    t('The seed of draw {number} does not belong to the committed chain: the seed was changed.', { number }),
  ),

  position_wrong: buildRefusal(
    'positions',
    ({ number, position, right }: OfDraw & { position: number | null; right: number | null }) =>
      t('Draw {number} must result in {right}, but the record says {position}.', {
        number,
        right: describePosition(right),
        position: describePosition(position),
      }),
  ),
  position_hidden: buildRefusal('positions', ({ number }: OfDraw) =>
    t(
      'Draw {number} was anchored in time, but its seed and position are not published: its outcome was hidden.',
      { number },
    ),
  ),
  drawn_out_of_order: buildRefusal('positions', ({ number }: OfDraw) =>
    t('Draw {number} has no position, although a later draw has one: a number was skipped.', { number }),
  ),

  hold_cut: buildRefusal('holds', ({ number }: OfDraw) =>
    t('Draw {number} was not held for its buyer for the full {minutes} minutes: its hold was cut short.', {
      number,
      minutes: holdSeconds / 60,
    }),
  ),
  hold_extended: buildRefusal('holds', ({ number }: OfDraw) =>
    t('Draw {number} was held for longer than {minutes} minutes: its hold was extended.', {
      number,
      minutes: holdSeconds / 60,
    }),
  ),
  offer_wrong: buildRefusal('holds', ({ number }: OfDraw) =>
    t(
      "The marketplace's offer for draw {number} does not match the draw's work, account and committed price.",
      { number },
    ),
  ),

  work_burned: buildRefusal('holds', ({ number }: OfDraw) =>
    t('The work in draw {number} was burned: a drawn or held work must not be burned.', { number }),
  ),

  item_swapped: buildRefusal('works', ({ number }: OfDraw) =>
    t('The work in draw {number} is not the one committed at its position: the item was swapped.', {
      number,
    }),
  ),
  order_changed: buildRefusal(
    'works',
    ({ number, position, committed: committedNumber }: OfDraw & { position: number; committed: number }) =>
      t(
        'The work in draw {number} was committed at position {committed}, not at position {position}: the order was changed.',
        { number, committed: committedNumber, position },
      ),
  ),
  sale_missing: buildRefusal('works', ({ number }: OfDraw) =>
    t('Draw {number} is recorded as sold, but the ledger has no such sale to its account.', { number }),
  ),
  sale_hidden: buildRefusal('works', ({ number }: OfDraw) =>
    t('Draw {number} was sold on the ledger, but the record does not say so.', { number }),
  ),
  work_twice: buildRefusal('works', ({ number }: OfDraw) =>
    t('The work in draw {number} is also at another position: one work was committed more than once.', {
      number,
    }),
  ),
  sold_again: buildRefusal('works', ({ number }: OfDraw) =>
    t(
      'The work in draw {number} had already been sold by an earlier draw: a sold work was committed again.',
      {
        number,
      },
    ),
  ),
  sold_outside: buildRefusal('works', ({ token }: { token: string }) =>
    t('Token {token} left the marketplace without a draw, so a sale was hidden.', { token }),
  ),
  minted_outside: buildRefusal('works', ({ token }: { token: string }) =>
    t(
      'The marketplace minted or offered token {token} of this collection outside every draw in the record.',
      {
        token,
      },
    ),
  ),

  withdrawal_forged: buildRefusal('withdrawals', ({ epoch, position }: OfEpoch & { position: number }) =>
    t('The item withdrawn at position {position} of epoch {epoch} is not the one committed there.', {
      position,
      epoch,
    }),
  ),
  withdrawn_twice: buildRefusal('withdrawals', ({ epoch, position }: OfEpoch & { position: number }) =>
    t('Position {position} of epoch {epoch} was withdrawn twice.', { position, epoch }),
  ),
  withdrawn_under_draw: buildRefusal(
    'withdrawals',
    ({ number, epoch, position }: OfDraw & OfEpoch & { position: number }) =>
      t(
        'Position {position} of epoch {epoch} was withdrawn while draw {number} waited for its outcome: free positions were removed during the draw.',
        { position, epoch, number },
      ),
  ),
  removed_after_draw: buildRefusal('withdrawals', ({ number, position }: OfDraw & { position: number }) =>
    t(
      'Position {position} was withdrawn after draw {number} had drawn it: an item was removed after a draw.',
      { position, number },
    ),
  ),

  withheld_hidden: buildRefusal('withheld', ({ number }: OfDraw) =>
    t(
      'Draw {number} was not anchored within {most} ledgers of its receipt, or not before later numbers: it must count as withheld.',
      { number, most: maxAnchorDelay },
    ),
  ),
  state_wrong: buildRefusal(
    'withheld',
    ({ number, state, right }: OfDraw & { state: string; right: readonly string[] }) =>
      t(
        'The record lists draw {number} as “{state}”, but according to the ledger and the time it is {right}.',
        {
          number,
          state: stateNames[state] ?? state,
          right: right.map((one) => `“${stateNames[one] ?? one}”`).join(' or '),
        },
      ),
  ),
  fields_wrong: buildRefusal('withheld', ({ number, state }: OfDraw & { state: string }) =>
    t('The details of draw {number} in the record do not match its state “{state}”.', {
      number,
      state: stateNames[state] ?? state,
    }),
  ),
  server_away: buildRefusal('withheld', ({ number }: OfDraw) =>
    t(
      'Draw {number} was never offered to its buyer while it was held: the marketplace was offline, and the draw must count as withheld.',
      { number },
    ),
  ),
} as const

/** Names of states in sentences. */
const stateNames: Partial<Record<string, string>> = { sold_out: 'sold out' }

function describePosition(position: number | null): string {
  return position === null ? t('“sold out”') : t('position {position}', { position })
}

export type RefusalCode = keyof typeof refusals
export type RefusalFacts<C extends RefusalCode> = Parameters<(typeof refusals)[C]['say']>[0]

/** Titles of the checks. */
export const checkTitles: Record<CheckName, string> = {
  nodes: 'Nodes',
  commitments: 'Commitments',
  numbers: 'Numbers',
  receipts: 'Receipts',
  anchors: 'Anchors',
  beacons: 'Deciding ledgers',
  seeds: 'Seeds',
  positions: 'Positions',
  holds: 'Holds',
  works: 'Works',
  withdrawals: 'Withdrawals',
  withheld: 'Withheld draws',
}

export const numberOfDraws = (count: number): string =>
  count === 1 ? t('{count} draw', { count }) : t('{count} draws', { count })

export const numberOfEpochs = (count: number): string =>
  count === 1 ? t('{count} epoch', { count }) : t('{count} epochs', { count })
