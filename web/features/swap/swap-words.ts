import { t } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { formatMoment } from '#web/ui/durations.ts'
import { agreedMinutes } from '#contract/limits/swaps.ts'
import type { Swap, SwapSide } from '#contract/schemas/swaps.ts'

export type Role = 'proposer' | 'partner' | 'visitor'

export function roleIn({ proposer, partner }: Swap, viewer: string | null): Role {
  if (viewer === proposer) return 'proposer'
  return viewer === partner ? 'partner' : 'visitor'
}

interface Words {
  title: string
  sentence: string
}

type OpenState = 'proposed' | 'agreed'

const open: Record<OpenState, Record<Role, Words>> = {
  proposed: {
    proposer: {
      title: t('Waiting for the other account'),
      sentence: t(
        'Send them the link to this page. They see exactly what changes hands, and agree with one signature.',
      ),
    },
    partner: {
      title: t('You have been offered a swap'),
      sentence: t(
        'Check both lists. If you agree, sign your part; the other account then has {agreedMinutes} minutes to complete the swap.',
        { agreedMinutes },
      ),
    },
    visitor: {
      title: t('A proposed swap'),
      sentence: t('Only the two accounts in this swap can continue it.'),
    },
  },
  agreed: {
    proposer: {
      title: t('Ready to complete'),
      sentence: t('The other account has signed. You sign last, and everything changes hands at once.'),
    },
    partner: {
      title: t('You have signed'),
      sentence: t('The other account can complete the swap until the time runs out. Nothing has moved yet.'),
    },
    visitor: {
      title: t('Agreed, not completed yet'),
      sentence: 'One account has signed; the other one signs last.',
    },
  },
}

const over: Record<Exclude<Swap['state'], OpenState>, Words> = {
  completed: {
    title: t('Swapped'),
    sentence: t('Everything changed hands in one ledger transaction.'),
  },
  declined: {
    title: t('Declined'),
    sentence: t('The other account declined this swap. Nothing has moved.'),
  },
  withdrawn: {
    title: t('Withdrawn', { context: 'swap' }),
    sentence: t('The proposal was withdrawn. Nothing has moved.'),
  },
  expired: {
    title: t('Expired', { context: 'swap' }),
    sentence: t('Nobody agreed in time. Nothing has moved.'),
  },
  void: { title: t('No longer possible'), sentence: t('Nothing has moved in this swap.') },
}

/**
 * Returns the text for an agreement whose request is in the proposer's wallet. Until it expires, neither side can end
 * it without a transaction. Null if it does not apply.
 */
function handedOutSentence({ handedOut, agreedUntil }: Swap, role: Role): string | null {
  if (!handedOut || agreedUntil === null || role === 'visitor') return null
  const time = formatMoment(Date.parse(agreedUntil))
  return role === 'proposer'
    ? t(
        'The other account has signed, and the request was sent to your wallet. The swap can happen until {time}; you can withdraw the proposal after that.',
        { time },
      )
    : t(
        'The other account can complete the swap until {time}. To prevent this, withdraw with another transaction.',
        { time },
      )
}

/** Returns the texts for a swap's state, from the viewer's perspective. */
export function swapWords(swap: Swap, role: Role): Words {
  if (swap.state === 'proposed') return open.proposed[role]
  if (swap.state === 'agreed') {
    const words = open.agreed[role]
    return { ...words, sentence: handedOutSentence(swap, role) ?? words.sentence }
  }
  const words = over[swap.state]
  return swap.message === null ? words : { ...words, sentence: `${swap.message} ${words.sentence}` }
}

/** Returns what one side of the swap gives. */
export const sideOf = (swap: Swap, side: SwapSide) => ({
  works: side === 'proposer' ? swap.gives : swap.gets,
  addedDrops: swap.payer === side ? BigInt(swap.drops) : 0n,
})

/** Returns a title for sign requests that names the other account: "works with Mara Lindqvist". */
export function swapTitle(swap: Swap, viewer: string): string {
  return t('works with {nameOf}', { nameOf: nameOf(viewer === swap.proposer ? swap.partner : swap.proposer) })
}
