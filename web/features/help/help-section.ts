import type { ReactNode } from 'react'
import type { HelpTopic } from '#web/kit/help-link.tsx'

export interface HelpSection {
  id: HelpTopic
  title: string
  text: ReactNode
}

/** The reserves of the ledger in XRP: of an account, and of each object that it owns. */
export interface Reserves {
  base: string
  ownerReserve: string
}
