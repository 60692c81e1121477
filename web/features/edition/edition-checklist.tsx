import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Edition } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { Address } from '#web/kit/accounts/address.tsx'
import { TagForm } from '#web/kit/payouts/tag-form.tsx'
import { copyLink } from '#web/kit/share-link.ts'
import { Button } from '#web/ui/button.tsx'
import { afterFrame } from '#web/ui/after-frame.ts'
import { announce } from '#web/ui/toasts.ts'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { TrustLineNote } from '#web/wallet/trust-lines/trust-line-note.tsx'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'
import { useRequests } from '#web/wallet/requests/request-store.ts'
import { type Check, editionChecks } from './edition-checks.ts'
import css from './edition.module.css'

const marks = {
  ready: { Icon: CircleCheck, words: t('Ready') },
  missing: { Icon: CircleAlert, words: t('Missing') },
  waits: { Icon: Clock, words: t('Waiting') },
}

interface EditionChecklistProps {
  edition: Edition
  now: number
  /** The button that resumes a paused sale. */
  resume: ReactNode
}

/** Lists for the artist what still prevents the sale, each item with a way to fix it. The server enforces all items. */
export function EditionChecklist({ edition, now, resume }: EditionChecklistProps) {
  const { data } = useQuery(operationQuery('getEditionReport', { query: { id: edition._id } }))
  // If the report cannot be read, the figures on the page show the error.
  if (data === undefined) return null
  return <Checks edition={edition} rows={editionChecks(edition, data.checks, now)} resume={resume} />
}

/**
 * Keeps the focus inside a list whose buttons disappear when a problem is solved. `isUsed` becomes true once the list
 * has had the focus.
 */
function useFocusInside(problems: string) {
  const place = useRef<HTMLElement>(null)
  const [isUsed, setUsed] = useState(false)
  // A dialog that fixed a problem returns the focus when it closes.
  const { shownRequest } = useRequests()
  const key = `${problems} ${shownRequest ?? ''}`
  useEffect(() => {
    const keepInside = async () => {
      await afterFrame()
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    }
    if (key !== '' && isUsed) void keepInside()
  }, [key, isUsed])
  return { isUsed, props: { ref: place, tabIndex: -1, onFocus: () => setUsed(true) } }
}

function Checks({ edition, rows, resume }: Omit<EditionChecklistProps, 'now'> & { rows: Check[] }) {
  const title = useId()
  const { owner } = useSettings()
  const missingRows = rows.filter(({ state }) => state === 'missing')
  const { isUsed, props } = useFocusInside(missingRows.map(({ name }) => name).join(' '))
  // Keep an empty section, so that the focus is not lost when the last row disappears.
  if (rows.length === 0) return isUsed && <section {...props} />
  const count = missingRows.length
  const mends: Partial<Record<Check['name'], ReactNode>> = {
    announcement: <AnnounceButton edition={edition} />,
    minter: <MinterNote account={edition.issuer} quiet />,
    payout: <TagForm tag={null} />,
    permission: <Address account={owner} full />,
    line: edition.currency !== null && (
      <TrustLineNote amount={{ ...edition.currency, value: '0' }} needs="0" receives retry={null} />
    ),
    pause: resume,
    payees: <Button onClick={() => void copyLink()}>{t('Copy link')}</Button>,
  }
  return (
    <section aria-labelledby={title} {...props}>
      <h2 className={css.phasesTitle} id={title}>
        {count === 0
          ? t('Ready for sale')
          : t('{count, plural, one {# requirement not met yet} other {# requirements not met yet}}', {
              count,
            })}
      </h2>
      <ul className={css.phases}>
        {rows.map(({ name, state, text }) => {
          const { Icon, words } = marks[state]
          return (
            <li key={name} className={css.check} data-state={state}>
              <Icon size={18} aria-hidden="true" />
              <div>
                <p>{text}</p>
                {state === 'missing' && mends[name]}
              </div>
              <span className={css.state}>{words}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function AnnounceButton({ edition: { collectionId, collectionName: name } }: { edition: Edition }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const run = useMutation({
    mutationFn: () => call('announceCollection', { body: { collectionID: collectionId } }),
    onSuccess: async ({ data }) => {
      announce({ title: data, tone: 'good' })
      await client.invalidateQueries()
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('Announce this collection')}</Button>
      {isOpen && (
        <ConfirmDialog
          title={t('Announce {name}?', { name })}
          description={t('From now on, anyone who meets your rules can buy. This cannot be undone.')}
          action={t('Announce this collection')}
          busy={run.isPending}
          refusal={run.error}
          onConfirm={() => run.mutate()}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
