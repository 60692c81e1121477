import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import css from './external-link.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ExternalLinkProps {
  href: string
  children: ReactNode
  title?: string
  /** True to omit the arrow, for lists of links. */
  plain?: boolean
}

/** A link to another site. Opens in a new tab and tells screen readers so. */
export function ExternalLink({ href, children, title, plain = false }: ExternalLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={css.link} title={title}>
      {children}
      {!plain && <ArrowUpRight size={14} aria-hidden="true" className={css.mark} />}
      <VisuallyHidden> {t('(opens in a new tab)')}</VisuallyHidden>
    </a>
  )
}
