import { m } from '#web/messages.ts'

/** The pages linked in the header. */
export const mainLinks = [
  { to: '/collections_explorer', title: m.shell_footer_explore },
  { to: '/create', title: m.shell_avatar_menu_create },
] as const
