import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSession } from './session.ts'

/** Returns the user's setting for whether their wallet can sign several transactions at once. */
export function useSigningWay({ isNeeded = true }: { isNeeded?: boolean } = {}) {
  const client = useQueryClient()
  const session = useSession()
  // Browser wallets never receive several transactions at once.
  const isApp = session.state === 'connected' && session.wallet === 'xaman'
  const { data } = useQuery({ ...operationQuery('getSigning', {}), enabled: isApp && isNeeded })
  const change = useMutation({
    mutationFn: (canSignBatch: boolean) => call('setSigning', { body: { canSignBatch } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['getSigning'] }),
  })
  const reason = isApp ? data?.reason : undefined
  return {
    isAsked: reason === null || reason === 'wallet_cannot',
    cannot: reason === 'wallet_cannot',
    change,
  }
}
