import { useQuery } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'

export const asAWhole = t(
  'You approve once. Either everything goes through, or you pay nothing but the network fee.',
)

/** Returns whether the account's wallet can sign several transactions at once; null until it is known. */
export function useOneSignature(): boolean | null {
  const { data, isError } = useQuery(operationQuery('getSigning', {}))
  // If the call fails, fall back to one row per request, which every wallet supports.
  return data?.oneSignature ?? (isError ? false : null)
}
