import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import { linkLabels } from '#worker/contract/link-names.ts'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { linkTitle } from './link-titles.ts'
import css from './social-links.module.css'

/** The links of an account or a collection. Users enter them, so only web addresses are rendered. */
export function SocialLinks({ links }: Pick<CollectionInfo, 'links'>) {
  const shown = linkLabels.flatMap(([key, label]) => {
    const href = links[key]
    return href !== undefined && /^https?:\/\//i.test(href)
      ? [{ key, name: linkTitle(key, label), href }]
      : []
  })
  if (shown.length === 0) return null
  return (
    <ul className={css.links}>
      {shown.map(({ key, name, href }) => (
        <li key={key}>
          <ExternalLink href={href}>{name}</ExternalLink>
        </li>
      ))}
    </ul>
  )
}
