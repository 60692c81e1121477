import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSession } from './session.ts'

/** True if the user's wallet can sign several transactions at once, according to the user. */
export function useSigningWay({ needed = true }: { needed?: boolean } = {}) {
  const client = useQueryClient()
  const session = useSession()
  // A wallet of the page never gets several.
  const isApp = session.state === 'connected' && session.wallet === 'xaman'
  const { data } = useQuery({ ...operationQuery('getSigning', {}), enabled: isApp && needed })
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
