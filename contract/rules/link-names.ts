export const linkLabels = [
  ['website', 'Website'],
  ['twitter', 'Twitter'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
  ['medium', 'Medium'],
  ['facebook', 'Facebook'],
] as const
export type LinkName = (typeof linkLabels)[number][0]
export const linkNames = linkLabels.map(([name]) => name)
export type ProfileLinks = Partial<Record<LinkName, string>>
