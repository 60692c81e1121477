import { m } from '#web/messages.ts'
import { nameOf } from '#web/api/people.ts'
import { formatMoment } from '#web/ui/durations.ts'
import { agreedMinutes } from '#worker/contract/swap-limits.ts'
import type { Swap } from '#worker/contract/swaps.ts'

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
      title: m.swap_words_waiting_other_account,
      sentence: m.swap_words_send_link_page_see,
    },
    partner: {
      title: m.swap_words_asked_swap,
      sentence: m.swap_words_check_both_lists_if({ agreedMinutes }),
    },
    visitor: {
      title: m.swap_words_a_proposed_swap,
      sentence: m.swap_words_two_accounts_can_go,
    },
  },
  agreed: {
    proposer: {
      title: m.swap_words_ready_to_complete,
      sentence: m.swap_words_other_account_signed_sign,
    },
    partner: {
      title: m.swap_words_you_have_signed,
      sentence: m.swap_words_other_account_can_complete,
    },
    visitor: {
      title: m.swap_words_agreed_not_completed_yet,
      sentence: 'One account has signed; the other one signs last.',
    },
  },
}

const over: Record<Exclude<Swap['state'], OpenState>, Words> = {
  completed: {
    title: m.swap_words_swapped,
    sentence: m.swap_words_everything_changed_hands_transaction,
  },
  declined: { title: m.swap_words_declined, sentence: m.swap_words_other_account_not_want },
  withdrawn: { title: m.swap_words_withdrawn, sentence: m.swap_words_proposal_taken_back_nothing },
  expired: { title: m.swap_words_expired, sentence: m.swap_words_nobody_agreed_time_nothing },
  void: { title: m.swap_words_no_longer_possible, sentence: m.swap_words_nothing_moved_swap },
}

/** An agreement that the proposer's wallet has: until then neither side can end it by a word. */
function handedOutSentence({ handedOut, agreedUntil }: Swap, role: Role): string | null {
  if (!handedOut || agreedUntil === null || role === 'visitor') return null
  const time = formatMoment(Date.parse(agreedUntil))
  return role === 'proposer'
    ? m.swap_words_wallet_can_complete({ time })
    : m.swap_words_partner_can_prevent({ time })
}

/** What a swap's state means for the viewer. */
export function swapWords(swap: Swap, role: Role): Words {
  if (swap.state === 'proposed') return open.proposed[role]
  if (swap.state === 'agreed') {
    const words = open.agreed[role]
    return { ...words, sentence: handedOutSentence(swap, role) ?? words.sentence }
  }
  const words = over[swap.state]
  return swap.message === null ? words : { ...words, sentence: `${swap.message} ${words.sentence}` }
}

/** The other account, for the titles of requests: "works with Mara Lindqvist". */
export function swapTitle(swap: Swap, viewer: string): string {
  return m.swap_words_works_with({ nameOf: nameOf(viewer === swap.proposer ? swap.partner : swap.proposer) })
}
