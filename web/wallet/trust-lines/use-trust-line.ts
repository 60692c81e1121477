import { useQuery } from '@tanstack/react-query'
import type { IssuedAmount } from '#contract/schemas/amounts.ts'
import { operationQuery } from '#web/api/queries.ts'

/** Returns the trust line and the transfer rate of an issued currency. Fetches nothing for XRP (null). */
export function useTrustLine(currency: Pick<IssuedAmount, 'currency' | 'issuer'> | null) {
  return useQuery({
    ...operationQuery('getTrustLine', {
      query: { currency: currency?.currency ?? '', issuer: currency?.issuer ?? '' },
    }),
    enabled: currency !== null,
  })
}
