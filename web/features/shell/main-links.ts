/** The pages linked in the header. */
export const mainLinks = [
  { to: '/collections_explorer', title: 'Explore' },
  { to: '/create', title: 'Create' },
] as const
