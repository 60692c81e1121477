import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './help-link.module.css'
import { t } from '#web/messages.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'

/** Sections of the help page, by anchor. */
export type HelpTopic =
  | 'opx'
  | 'wallet'
  | 'signatures'
  | 'fees'
  | 'royalties'
  | 'reserves'
  | 'on-demand'
  | 'random'
  | 'auctions'
  | 'editions'
  | 'standing-bids'
  | 'offers'
  | 'swaps'
  | 'figures'
  | 'names'
  | 'following'
  | 'failures'

/** A link to a section of the help page. It opens in a new tab, so that this page stays open. */
export function HelpLink({ topic, children }: { topic: HelpTopic; children: ReactNode }) {
  return (
    <Link to="/help" hash={topic} target="_blank" className={css.link}>
      {children}
      <VisuallyHidden> {t('(help, opens in a new tab)')}</VisuallyHidden>
    </Link>
  )
}
