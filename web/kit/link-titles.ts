import type { LinkName } from '#worker/contract/link-names.ts'
import { m } from '#web/messages.ts'

/** What a link is called; networks have their names in every language. */
export const linkTitle = (name: LinkName, label: string): string =>
  name === 'website' ? m.kit_link_titles_website : label
