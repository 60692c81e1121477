import type { LinkName } from '#contract/rules/link-names.ts'
import { t } from '#web/messages.ts'

/** What a link is called; networks have their names in every language. */
export const linkTitle = (name: LinkName, label: string): string =>
  name === 'website' ? t('Website') : label
