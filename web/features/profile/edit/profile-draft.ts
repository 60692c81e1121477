import type { ProfileLinks } from '#contract/rules/link-names.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'
import { linkProblems } from '#web/kit/accounts/sent-links.ts'
import type { Profile } from '#contract/schemas/profiles.ts'

export interface ProfileDraft {
  name: string
  description: string
  role: 'Artist' | 'User'
  links: ProfileLinks
}

export const maxDescription = 1000

const hasFields = hasKeys<ProfileDraft>('name', 'description', 'role', 'links')
const isDraft = (value: unknown): value is ProfileDraft =>
  hasFields(value) &&
  typeof value.name === 'string' &&
  typeof value.description === 'string' &&
  typeof value.links === 'object' &&
  value.links !== null

/** Returns the store of input that is not submitted yet, in this tab. */
export const storedDraft = (account: string) =>
  createStoredValue(sessionStorage, `opx_profile_draft:${account}`, isDraft)

/** Returns the initial values of the form. */
export const draftOf = (profile: Profile | null): ProfileDraft => ({
  name: profile?.name ?? '',
  description: profile?.description ?? '',
  role: profile?.role === 'User' ? 'User' : 'Artist',
  links: profile?.links ?? {},
})

/** Returns the link errors of the last submit that the user has not corrected yet. */
export function listUncorrected(refusals: readonly string[], links: ProfileLinks): string[] {
  const problems = linkProblems(links)
  return refusals.filter((refusal) => problems.includes(refusal))
}
