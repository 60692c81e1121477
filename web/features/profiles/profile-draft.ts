import type { Profile } from '#worker/contract/profiles.ts'

export const linkFields = [
  ['website', 'Website'],
  ['twitter', 'Twitter'],
  ['telegram', 'Telegram'],
  ['discord', 'Discord'],
  ['medium', 'Medium'],
  ['facebook', 'Facebook'],
] as const
type LinkName = (typeof linkFields)[number][0]

export interface ProfileDraft {
  name: string
  description: string
  role: 'Artist' | 'User'
  links: Partial<Record<LinkName, string>>
}

export const mostLetters = 1000

const keyOf = (account: string) => `opx_profile_draft:${account}`

/** What the form begins with: what was typed before and not sent, else the profile, else nothing. */
export function beginDraft(account: string, profile: Profile | null): ProfileDraft {
  const kept = readDraft(account)
  if (kept !== null) return kept
  return {
    name: profile?.name ?? '',
    description: profile?.description ?? '',
    role: profile?.role === 'User' ? 'User' : 'Artist',
    links: profile?.links ?? {},
  }
}

function readDraft(account: string): ProfileDraft | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(keyOf(account)) ?? 'null')
    if (typeof value !== 'object' || value === null || !('name' in value) || !('links' in value)) return null
    const { name, links } = value
    const description = 'description' in value ? value.description : ''
    const role = 'role' in value && value.role === 'User' ? 'User' : 'Artist'
    if (typeof name !== 'string' || typeof description !== 'string') return null
    return { name, description, role, links: typeof links === 'object' && links !== null ? links : {} }
  } catch {
    return null
  }
}

export function keepDraft(account: string, draft: ProfileDraft): void {
  try {
    sessionStorage.setItem(keyOf(account), JSON.stringify(draft))
  } catch {
    // Without storage the form lasts as long as its page.
  }
}

export function dropDraft(account: string): void {
  sessionStorage.removeItem(keyOf(account))
}

/** A link that is no web address would not be shown: it is said where it is typed. */
export function linkProblem(link: string): string | null {
  const text = link.trim()
  if (text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))) return null
  return 'Give a web address that begins with https://'
}

/** The links that are sent: empty ones are left out. */
export function sentLinks(links: ProfileDraft['links']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, link]) => (link.trim() === '' ? [] : [[name, link.trim()]])),
  )
}
