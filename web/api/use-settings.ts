import { useSuspenseQuery } from '@tanstack/react-query'
import { operationQuery } from './queries.ts'

export const settingsQuery = { ...operationQuery('getSettings', {}), staleTime: Number.POSITIVE_INFINITY }

/** True if an account has the marketplace owner's powers. */
export function useHasOwnerPowers(account: string | null): boolean {
  const { owner, admins } = useSettings()
  return account !== null && (account === owner || admins.includes(account))
}

/**
 * Returns the settings: owner, network and external links. The page embeds them; if it does not, the root route waits
 * for them.
 */
export function useSettings() {
  return useSuspenseQuery(settingsQuery).data
}
