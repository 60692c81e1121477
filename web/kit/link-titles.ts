import type { LinkName } from '#contract/rules/link-names.ts'
import { t } from '#web/messages.ts'

/** Title of a link; networks have the same names in every language. */
export const linkTitle = (name: LinkName, label: string): string =>
  name === 'website' ? t('Website') : label
