import { Globe, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import { type LinkName, linkLabels } from '#contract/rules/link-names.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { linkTitle } from './link-titles.ts'
import css from './social-links.module.css'

const size = 18

/** Simplified logos of the networks, because the icon library has no brands. */
const Sign = ({ d }: { d: string }) => (
  <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
    <path d={d} />
  </svg>
)

const icons: Record<LinkName, ReactNode> = {
  website: <Globe size={size} aria-hidden="true" />,
  twitter: (
    <Sign d="M3 3h5.5l4.3 6 5.2-6H21l-6.9 7.8L21.6 21H16l-4.8-6.7L5.4 21H2.6l7.3-8.3zm3.2 1.6 10.6 14.8h1.8L8 4.6z" />
  ),
  telegram: <Send size={size} aria-hidden="true" />,
  discord: (
    <Sign d="M8.5 4.5 7.9 5.8a14 14 0 0 1 8.2 0l-.6-1.3a16 16 0 0 1 3.6 1.2c2.3 3.5 2.9 7.4 2.5 11.3a15 15 0 0 1-4.6 2.4l-1-1.7 1.6-.8-.4-.3a11.5 11.5 0 0 1-10.4 0l-.4.3 1.6.8-1 1.7A15 15 0 0 1 2.4 17c-.4-3.9.2-7.8 2.5-11.3a16 16 0 0 1 3.6-1.2M8.9 10.6c-.9 0-1.6.9-1.6 1.9s.7 1.9 1.6 1.9 1.6-.9 1.6-1.9-.7-1.9-1.6-1.9m6.2 0c-.9 0-1.6.9-1.6 1.9s.7 1.9 1.6 1.9 1.6-.9 1.6-1.9-.7-1.9-1.6-1.9" />
  ),
  medium: (
    <Sign d="M7.4 6.6a5.4 5.4 0 1 1 0 10.8 5.4 5.4 0 0 1 0-10.8m8.8.3c1.5 0 2.7 2.3 2.7 5.1s-1.2 5.1-2.7 5.1-2.7-2.3-2.7-5.1 1.2-5.1 2.7-5.1m4.8.5c.5 0 1 2.1 1 4.6s-.5 4.6-1 4.6-1-2.1-1-4.6.5-4.6 1-4.6" />
  ),
  facebook: (
    <Sign d="M14 21v-7.5h2.6l.4-3.1h-3V8.5c0-.9.3-1.5 1.6-1.5H17V4.2A19 19 0 0 0 14.7 4c-2.3 0-3.9 1.4-3.9 4v2.4H8.2v3.1h2.6V21z" />
  ),
}

/** The links of an account or a collection. They are user input, so only web addresses are rendered. */
export function SocialLinks({ links }: Pick<CollectionInfo, 'links'>) {
  const visibleLinks = linkLabels.flatMap(([key, label]) => {
    const href = links[key]
    return href !== undefined && /^https?:\/\//i.test(href)
      ? [{ key, name: linkTitle(key, label), href }]
      : []
  })
  if (visibleLinks.length === 0) return null
  return (
    <ul className={css.links}>
      {visibleLinks.map(({ key, name, href }) => (
        <li key={key}>
          <ExternalLink href={href} title={name} plain>
            <span className={css.icon}>{icons[key]}</span>
            <VisuallyHidden>{name}</VisuallyHidden>
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}
