import type { Edition, EditionChecks } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { editionState } from '#contract/rules/edition-state.ts'
import { formatMoment } from '#web/ui/durations.ts'

/** A requirement of the sale. Each requirement is fixed in its own way. */
export interface Check {
  name:
    | 'ledger'
    | 'announcement'
    | 'minter'
    | 'payout'
    | 'permission'
    | 'line'
    | 'payees'
    | 'files'
    | 'pause'
    | 'phase'
  /** `waits` means that the row completes without any action. */
  state: 'ready' | 'missing' | 'waits'
  text: string
}

const payoutWords = {
  arrives: () => t('Your account can receive payouts.'),
  needs_line: () => t("Your account's trust line for this currency is missing, full or frozen."),
  needs_tag: () => t('Your account requires a destination tag. Save one here to be paid.'),
  needs_permission: () =>
    t(
      'Your account takes payments from authorised accounts only. Authorise the marketplace account, or lift deposit authorisation.',
    ),
}

const payoutNames = {
  arrives: 'payout',
  needs_line: 'line',
  needs_tag: 'payout',
  needs_permission: 'permission',
} as const

function ledgerChecks({ issuer, payees, phases }: Edition, checks: EditionChecks | null): Check[] {
  if (checks === null)
    return [
      {
        name: 'ledger',
        state: 'missing',
        text: t(
          'The ledger is not responding at the moment, so the checks that depend on it are missing from this list.',
        ),
      },
    ]
  const { authorized, payout, unpinned: unpinnedCount } = checks
  const isPaid =
    phases.some(({ priceDrops }) => priceDrops !== '0') &&
    (payees.length === 0 || payees.some(({ account }) => account === issuer))
  return [
    {
      name: 'minter',
      state: authorized ? 'ready' : 'missing',
      text: authorized
        ? t('Your account already lets the marketplace mint for you.')
        : t('Your account does not let the marketplace mint for you yet.'),
    },
    ...(isPaid
      ? [
          {
            name: payoutNames[payout],
            state: payout === 'arrives' ? ('ready' as const) : ('missing' as const),
            text: payoutWords[payout](),
          },
        ]
      : []),
    {
      name: 'files',
      state: unpinnedCount === 0 ? 'ready' : 'waits',
      text:
        unpinnedCount === 0
          ? t('All files are pinned to IPFS.')
          : t(
              '{count, plural, one {# file is} other {# files are}} not pinned to IPFS yet. Pinning continues in the background, and prints can be sold in the meantime.',
              { count: unpinnedCount },
            ),
    },
  ]
}

function payeesCheck({ payees }: Edition): Check[] {
  const count = payees.filter(({ agreed }) => !agreed).length
  if (payees.length === 0) return []
  return [
    {
      name: 'payees',
      state: count === 0 ? 'ready' : 'missing',
      text:
        count === 0
          ? t('All payees have agreed.')
          : t(
              '{count, plural, one {# payee has} other {# payees have}} not agreed yet. Send them the link to this page.',
              { count },
            ),
    },
  ]
}

function phaseCheck(state: ReturnType<typeof editionState>): Check[] {
  if (state.kind === 'paused')
    return [{ name: 'pause', state: 'missing', text: t('You have paused the sale.') }]
  if (state.kind === 'open') return [{ name: 'phase', state: 'ready', text: t('A phase is open.') }]
  if (state.kind !== 'upcoming') return []
  const start = formatMoment(Date.parse(state.phase.startsAt))
  return [{ name: 'phase', state: 'waits', text: t('The next phase starts on {start}.', { start }) }]
}

/**
 * Returns the requirements for selling an edition at a ledger time in milliseconds; after the first sale only the unmet
 * ones. Empty once nothing is for sale any more.
 */
export function editionChecks(edition: Edition, checks: EditionChecks | null, now: number): Check[] {
  const { announced, sold } = edition
  const state = editionState(edition, now)
  if (state.kind === 'closed' || state.kind === 'sold_out' || state.kind === 'ended') return []
  const rows: Check[] = [
    {
      name: 'announcement',
      state: announced ? 'ready' : 'missing',
      text: announced ? t('The collection is announced.') : t('This collection has not been announced yet.'),
    },
    ...ledgerChecks(edition, checks),
    ...payeesCheck(edition),
    ...phaseCheck(state),
  ]
  return sold === 0 ? rows : rows.filter((row) => row.state === 'missing')
}
