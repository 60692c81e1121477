import type { ProfileLinks } from '#worker/contract/links.ts'
import { linkProblems } from '#web/kit/accounts/sent-links.ts'
import type { Profile } from '#worker/contract/profiles.ts'

export interface ProfileDraft {
  name: string
  description: string
  role: 'Artist' | 'User'
  links: ProfileLinks
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

/** What was wrong with the links when they were sent, and is not corrected yet. */
export function uncorrected(refusals: readonly string[], links: ProfileLinks): string[] {
  const problems = linkProblems(links)
  return refusals.filter((refusal) => problems.includes(refusal))
}
