import type { ReactNode } from 'react'
import type { Links } from '#contract/schemas/marketplace.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'

const pages = {
  account: ['explorerAccount', '{account}'],
  nft: ['explorerObject', '{nft}'],
  offer: ['explorerOffer', '{offer}'],
  transaction: ['explorerTransaction', '{hash}'],
} as const

/** Returns a URL in the ledger explorer; null if the operator has configured none. */
export function explorerAddress(links: Links, page: keyof typeof pages, id: string): string | null {
  const [link, place] = pages[page]
  return links[link] === '' ? null : links[link].replace(place, id)
}

interface ExplorerLinkProps {
  page: keyof typeof pages
  id: string
  title?: string
  /** True to omit the arrow, for lists of links. */
  plain?: boolean
  children: ReactNode
  /** Shown if no explorer is configured. Default: the children with their title. */
  fallback?: ReactNode
}

/** A link to the ledger explorer. */
export function ExplorerLink({ page, id, title, plain, children, fallback }: ExplorerLinkProps) {
  const href = explorerAddress(useSettings().links, page, id)
  if (href === null) return fallback === undefined ? <span title={title}>{children}</span> : fallback
  return (
    <ExternalLink href={href} title={title} plain={plain}>
      {children}
    </ExternalLink>
  )
}
