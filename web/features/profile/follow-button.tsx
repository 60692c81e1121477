import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shortenAddress } from '#worker/contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { accountOffersQuery, profileQuery } from '#web/kit/accounts/queries.ts'
import { withStatus } from './status-store.ts'

interface FollowButtonProps {
  account: string
  viewer: string
  following: boolean
}

/** Follow or Unfollow, with what came of it. */
export function FollowButton({ account, viewer, following }: FollowButtonProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () =>
      withStatus(`${following ? 'Unfollowing' : 'Following'} ${shortenAddress(account)}`, () =>
        call(following ? 'unfollow' : 'follow', { body: { followee: account } }),
      ),
    // Whom one follows decides which gifts are unasked: the viewer's own data change, too.
    onSettled: () =>
      Promise.all(
        [profileQuery(account), profileQuery(viewer), accountOffersQuery(viewer)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <Button look={following ? 'outline' : 'primary'} busy={change.isPending} onClick={() => change.mutate()}>
      {following ? 'Unfollow' : 'Follow'}
    </Button>
  )
}
