import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AdminOverview } from '#contract/schemas/admin.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { AdminTable, type Column, number, since } from './admin-table.tsx'
import { auditQuery } from './audit-section.tsx'

type Report = AdminOverview['reports'][number]

const nameOf = ({ name, nftId }: Report) => name ?? nftId

const columns: Column<Report>[] = [
  [
    t('Work'),
    (report) => (
      <Link to="/nft/$id" params={{ id: report.nftId }}>
        {nameOf(report)}
      </Link>
    ),
  ],
  [t('Reports'), ({ reports }) => number(reports)],
  since,
  [t('Decision'), (report) => <Decide report={report} />],
]

/** Works reported as adult content. A decision closes all reports about the work. */
export function ReportsSection({ reports }: { reports: Report[] }) {
  return (
    <AdminTable
      title={t('Reported as adult content')}
      empty={t('No reports are waiting for a decision.')}
      rows={reports}
      keyOf={(report) => report.nftId}
      columns={columns}
    />
  )
}

function Decide({ report }: { report: Report }) {
  const queryClient = useQueryClient()
  const name = nameOf(report)
  const decide = useMutation({
    mutationFn: (adult: boolean) => call('decideContent', { body: { id: report.nftId, adult } }),
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
    <>
      <Button
        size="small"
        busy={decide.isPending}
        aria-label={t('Mark as adult content: {name}', { name })}
        onClick={() => decide.mutate(true)}
      >
        {t('Mark as adult content')}
      </Button>{' '}
      <Button
        size="small"
        busy={decide.isPending}
        aria-label={t('Not adult content: {name}', { name })}
        onClick={() => decide.mutate(false)}
      >
        {t('Not adult content')}
      </Button>
    </>
  )
}
