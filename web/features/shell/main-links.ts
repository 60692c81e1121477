/** The pages that the header leads to. */
export const mainLinks = [
  { to: '/collections_explorer', title: 'Explore' },
  { to: '/create', title: 'Create' },
] as const
