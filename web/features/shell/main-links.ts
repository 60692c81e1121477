import { t } from '#web/messages.ts'

/** The pages linked in the header. */
export const mainLinks = [
  { to: '/collections_explorer', title: t('Explore') },
  { to: '/create', title: t('Create') },
] as const
