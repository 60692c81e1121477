import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdminOverview } from '#contract/schemas/admin.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { AdminTable, type Column, countsInWords, number, since, state } from './admin-table.tsx'
import { auditQuery } from './audit-section.tsx'

type Pins = AdminOverview['pins']

const columns: Column<Pins['troubled'][number]>[] = [
  [t('File'), (pin) => <code>{pin.cid}</code>],
  state,
  [t('Tries'), (pin) => number(pin.tries)],
  [t('Error'), (pin) => pin.error ?? ''],
  since,
  [t('Repair'), (pin) => pin.state === 'failed' && <TryAgain cid={pin.cid} />],
]

/** Files that are not pinned yet, with a Retry button for those that failed permanently. */
export function PinsSection({ pins }: { pins: Pins }) {
  return (
    <AdminTable
      title={t('Pins')}
      note={countsInWords(pins.counts)}
      empty={t('All files are healthy.')}
      rows={pins.troubled}
      keyOf={(pin) => pin.cid}
      columns={columns}
    />
  )
}

function TryAgain({ cid }: { cid: string }) {
  const queryClient = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call('retryPin', { body: { cid } }),
    onSuccess: ({ data: text }) => announce({ title: String(text), tone: 'good' }),
    onError: (error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: () =>
      Promise.all(
        [operationQuery('getOverview', {}), auditQuery].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <RetryButton
      error={retry.error}
      size="small"
      busy={retry.isPending}
      aria-label={t('Try again: {cid}', { cid })}
      onClick={() => retry.mutate()}
    >
      {t('Try again')}
    </RetryButton>
  )
}
