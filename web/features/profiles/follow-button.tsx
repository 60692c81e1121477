import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useState } from 'react'
import { profileQuery } from './queries.ts'
import css from './profile-page.module.css'

/** Follow or Unfollow, with what came of it. */
export function FollowButton({ account, following }: { account: string; following: boolean }) {
  const [shown, setShown] = useState(false)
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => call(following ? 'unfollow' : 'follow', { body: { followee: account } }),
    onSettled: () => {
      setShown(true)
      return queryClient.invalidateQueries({ queryKey: profileQuery(account).queryKey })
    },
  })
  return (
    <>
      <Button
        look={following ? 'outline' : 'primary'}
        busy={change.isPending}
        onClick={() => change.mutate()}
      >
        {following ? 'Unfollow' : 'Follow'}
      </Button>
      {shown && (
        <Dialog
          open
          size="small"
          onClose={() => setShown(false)}
          title={change.isError ? 'The request is failed.' : 'Request completed successfully'}
        >
          <div className={css.outcome}>
            <p>{change.isError ? sentenceOf(change.error) : change.data?.data}</p>
            <Button wide onClick={() => setShown(false)}>
              Close
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
