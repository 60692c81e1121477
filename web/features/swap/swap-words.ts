import { nameOf } from '#web/api/people.ts'
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
      title: 'Waiting for the other account',
      sentence: 'Send them the link of this page. They see exactly what moves, and agree with one signature.',
    },
    partner: {
      title: 'You are asked to swap',
      sentence: `Check both lists. If you agree, you sign your part, and the other account has ${agreedMinutes} minutes to complete it.`,
    },
    visitor: {
      title: 'A proposed swap',
      sentence: 'Only the two accounts can go on with it.',
    },
  },
  agreed: {
    proposer: {
      title: 'Ready to complete',
      sentence: 'The other account has signed. You sign last, and everything changes hands at once.',
    },
    partner: {
      title: 'You have signed',
      sentence: 'The other account can complete the swap until the time is over. Nothing has moved yet.',
    },
    visitor: {
      title: 'Agreed, not completed yet',
      sentence: 'One account has signed; the other one signs last.',
    },
  },
}

const over: Record<Exclude<Swap['state'], OpenState>, Words> = {
  completed: {
    title: 'Swapped',
    sentence: 'Everything changed hands in one transaction of the ledger.',
  },
  declined: { title: 'Declined', sentence: 'The other account does not want this swap. Nothing has moved.' },
  withdrawn: { title: 'Withdrawn', sentence: 'The proposal was taken back. Nothing has moved.' },
  expired: { title: 'Expired', sentence: 'Nobody agreed in time. Nothing has moved.' },
  void: { title: 'No longer possible', sentence: 'Nothing has moved by this swap.' },
}

/** What a swap's state means for the viewer. */
export function swapWords(swap: Swap, role: Role): Words {
  if (swap.state === 'proposed' || swap.state === 'agreed') return open[swap.state][role]
  const words = over[swap.state]
  return swap.message === null ? words : { ...words, sentence: `${swap.message} ${words.sentence}` }
}

/** The other account, for the titles of requests: "works with Mara Lindqvist". */
export function swapTitle(swap: Swap, viewer: string): string {
  return `works with ${nameOf(viewer === swap.proposer ? swap.partner : swap.proposer)}`
}
