import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#web/messages.ts'
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
        {m.wallet_group_choice_reject_request_wallet_start}
      </p>
    )
  return (
    <div className={css.course}>
      <p className={css.quiet}>{m.wallet_group_choice_wallet_refuse_xaman_signs}</p>
      <Button size="small" busy={change.isPending} onClick={() => change.mutate()}>
        {m.wallet_group_choice_wallet_cannot_sign}
      </Button>
      {change.error !== null && <p role="alert">{sentenceOf(change.error)}</p>}
    </div>
  )
}
