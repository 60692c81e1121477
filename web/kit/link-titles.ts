import type { LinkName } from '#contract/rules/link-names.ts'
import { t } from '#web/messages.ts'

/** Returns the title of a link. Names of social networks are not translated. */
export const linkTitle = (name: LinkName, label: string): string =>
  name === 'website' ? t('Website') : label
