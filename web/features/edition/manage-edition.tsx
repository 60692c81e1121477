import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import type { Edition, EditionTerms } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { QueryError } from '#web/kit/query-states.tsx'
import { SalesReport } from '#web/kit/splits/sales-report.tsx'
import { Button } from '#web/ui/button.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { announce } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { EditionChecklist } from './edition-checklist.tsx'
import css from './edition.module.css'
import { editionQuery } from '#web/kit/editions/queries.ts'

interface ManageEditionProps {
  edition: Edition
  /** Ledger time in milliseconds. */
  now: number
  PhasesForm: ComponentType<{ edition: Edition; onClose: () => void }>
}

/**
 * Shows the artist the requirements of the sale, and lets them pause, resume or close the edition. Phases can be
 * changed until the first one starts.
 */
export function ManageEdition({ edition, now, PhasesForm }: ManageEditionProps) {
  const client = useQueryClient()
  const [isClosing, setClosing] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [numberToLeaveOut, setNumberToLeaveOut] = useState<number | null>(null)
  const change = useMutation({
    mutationFn: (body: { state: Edition['state'] } | { leaveOut: number }) =>
      call('changeEdition', { body: { edition: edition._id, ...body } }),
    onSuccess: async () => {
      setClosing(false)
      setNumberToLeaveOut(null)
      announce({ title: t('Changes have been saved'), tone: 'good' })
      await client.invalidateQueries({ queryKey: editionQuery(edition._id).queryKey })
    },
  })
  const isPaused = edition.state === 'paused'
  const { unpaidNumber } = edition
  const hasStarted = edition.phases.some(({ startsAt }) => Date.parse(startsAt) <= now)
  return (
    <>
      <EditionChecklist
        edition={edition}
        now={now}
        resume={
          <Button busy={change.isPending} onClick={() => change.mutate({ state: 'running' })}>
            {t('Resume')}
          </Button>
        }
      />
      {edition.state !== 'closed' && (
        <div className={css.manage}>
          <Button
            size="large"
            busy={change.isPending && !isClosing}
            onClick={() => change.mutate({ state: isPaused ? 'running' : 'paused' })}
          >
            {isPaused ? t('Resume the sale') : t('Pause the sale')}
          </Button>
          <Button size="large" onClick={() => setClosing(true)}>
            {t('Close the edition')}
          </Button>
          {!hasStarted && !isEditing && (
            <Button size="large" onClick={() => setEditing(true)}>
              {t('Change the phases')}
            </Button>
          )}
        </div>
      )}
      {edition.state === 'closed' && unpaidNumber !== null && (
        <div className={css.manage}>
          <Button
            onClick={() => {
              change.reset()
              setNumberToLeaveOut(unpaidNumber)
            }}
          >
            {t('Leave out number {number}', { number: unpaidNumber })}
          </Button>
        </div>
      )}
      <div className={css.manage}>
        <Button onClick={() => saveTerms(edition)}>{t('Save the terms as a file')}</Button>
      </div>
      {isEditing && (
        <Suspense fallback={null}>
          <PhasesForm edition={edition} onClose={() => setEditing(false)} />
        </Suspense>
      )}
      <div role="alert">
        {change.error !== null && !isClosing && numberToLeaveOut === null && (
          <p className={css.error}>{sentenceOf(change.error)}</p>
        )}
      </div>
      <Figures edition={edition} />
      {numberToLeaveOut !== null && (
        <ConfirmDialog
          title={t('Leave out number {number}', { number: numberToLeaveOut })}
          description={t(
            'Number {number} will not be sold, so it will be missing from the edition. This cannot be undone.',
            { number: numberToLeaveOut },
          )}
          action={t('Leave out number {number}', { number: numberToLeaveOut })}
          busy={change.isPending}
          refusal={change.error}
          onConfirm={() => change.mutate({ leaveOut: numberToLeaveOut })}
          onClose={() => setNumberToLeaveOut(null)}
        />
      )}
      {isClosing && (
        <ConfirmDialog
          title={t('Close the edition')}
          description={t(
            'No further numbers will be sold, and this cannot be undone. Buyers who have reserved a print can still pay for it. A number that is not paid for stays on sale if a later one is sold.',
          )}
          action={t('Close the edition')}
          busy={change.isPending}
          refusal={change.error}
          onConfirm={() => change.mutate({ state: 'closed' })}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  )
}

/** Downloads the artist's settings, so that an edition tested on one network can be created on another. */
function saveTerms({ name, metadata, transferFee, prints, phases, payees }: Edition) {
  const terms: EditionTerms = {
    name,
    description: metadata.description,
    attributes: metadata.attributes.map(({ trait_type, value }) => ({ trait_type, value: String(value) })),
    royalty: String(transferFee / 1000),
    prints,
    phases: phases.map(({ holdersName: _name, ...phase }) => phase),
    payees: payees.map(({ account, perMille }) => ({ account, perMille })),
  }
  saveFile(`${name}.json`, JSON.stringify(terms, null, 2), 'application/json')
}

const refreshMs = 10_000

/** The sales figures of the edition. */
function Figures({ edition: { _id: id, name, issuer, currency } }: { edition: Edition }) {
  const { data, error, refetch } = useQuery({
    ...operationQuery('getEditionReport', { query: { id } }),
    refetchInterval: refreshMs,
  })
  if (data === undefined)
    return error === null ? null : <QueryError error={error} retry={() => void refetch()} />
  return (
    <SalesReport
      report={data}
      name={name}
      viewer={issuer}
      currency={currency}
      readPage={(after) => call('getEditionSales', { query: { id, after } })}
    />
  )
}
