import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { minimumPercents } from '#contract/limits/standing-bids.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { HelpLink } from '#web/kit/help-link.tsx'
import { Select } from '#web/ui/select.tsx'
import css from './minimum-bid.module.css'

const noMinimum = 'none'

/** The least bid, in percent of the floor: for all works of the connected account, or for an own collection. */
export function MinimumBid({ collection }: { collection?: string }) {
  const queryClient = useQueryClient()
  const subject = collection === undefined ? {} : { collectionID: collection }
  const query = operationQuery('getBidMinimum', { query: subject })
  const { data } = useQuery(query)
  const save = useMutation({
    mutationFn: (percent: number | null) =>
      call('setBidMinimum', {
        body: { ...subject, percent: minimumPercents.find((choice) => choice === percent) ?? null },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: query.queryKey }),
  })
  return (
    <div className={css.minimum} data-pending={data === undefined || undefined}>
      <Select
        label={t('Minimum bid')}
        options={[
          { value: noMinimum, title: t('no minimum') },
          ...minimumPercents.map((percent) => ({
            value: String(percent),
            title: t('{percent} % of the floor', { percent }),
          })),
        ]}
        value={data?.percent == null ? noMinimum : String(data.percent)}
        onChange={(value) =>
          save.mutateAsync(value === noMinimum ? null : Number(value)).catch(() => undefined)
        }
      />
      <p className={css.hint}>
        {save.error === null
          ? t(
              'Lower bids are refused here. Those made elsewhere are hidden, and you are not notified of them.',
            )
          : sentenceOf(save.error)}{' '}
        <HelpLink topic="offers">{t('More about offers')}</HelpLink>
      </p>
    </div>
  )
}
