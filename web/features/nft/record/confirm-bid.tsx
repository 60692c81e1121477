import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import css from '#web/kit/lists/records.module.css'

/** Lets bidders confirm a bid on a work that the issuer has changed since the bid. */
export function ConfirmBid({ offerIndex }: { offerIndex: string }) {
  const queryClient = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => call('confirmBid', { body: { buyOfferIndex: offerIndex } }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  return (
    <>
      <RetryButton
        size="small"
        error={confirm.error}
        busy={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {t('Confirm my bid')}
      </RetryButton>
      {confirm.error !== null && (
        <span role="alert" className={css.problem}>
          {sentenceOf(confirm.error)}
        </span>
      )}
    </>
  )
}
