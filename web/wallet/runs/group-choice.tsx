import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import css from './run-progress.module.css'

/** For a wallet that cannot sign several transactions at once: from now on it is asked for one after another. */
export function GroupChoice() {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => call('setSigning', { body: { canSignBatch: false } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['getSigning'] }),
  })
  if (change.isSuccess)
    return (
      <p className={css.quiet} role="status">
        Reject this request in your wallet. Then start again: each is asked for on its own.
      </p>
    )
  return (
    <div className={css.course}>
      <p className={css.quiet}>
        Does your wallet refuse it? Xaman signs several at once from version 5.4.0 on.
      </p>
      <Button size="small" busy={change.isPending} onClick={() => change.mutate()}>
        My wallet cannot sign this
      </Button>
      {change.error !== null && <p role="alert">{sentenceOf(change.error)}</p>}
    </div>
  )
}
