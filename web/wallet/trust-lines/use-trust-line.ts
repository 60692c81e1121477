import { useQuery } from '@tanstack/react-query'
import type { IssuedAmount } from '#contract/schemas/amounts.ts'
import { operationQuery } from '#web/api/queries.ts'

/** The trust line and the transfer rate of an issued currency. Fetches nothing for XRP (null). */
export function useTrustLine(issued: Pick<IssuedAmount, 'currency' | 'issuer'> | null) {
  return useQuery({
    ...operationQuery('getTrustLine', {
      query: { currency: issued?.currency ?? '', issuer: issued?.issuer ?? '' },
    }),
    enabled: issued !== null,
  })
}
