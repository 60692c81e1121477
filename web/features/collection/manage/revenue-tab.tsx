import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CollectionReply } from '#contract/schemas/collection-info.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { collectionQuery } from '#web/kit/collections/queries.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { Redirect } from '#web/kit/redirect.tsx'
import { checkPayees, payeeDraftsOf } from '#web/kit/splits/payee-drafts.ts'
import { PayeeFields } from '#web/kit/splits/payee-fields.tsx'
import { PayeeList } from '#web/kit/splits/payee-list.tsx'
import { SalesReport } from '#web/kit/splits/sales-report.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import { useSession } from '#web/wallet/session/session.ts'
import css from './revenue-tab.module.css'

/** Revenue shares of works that are minted on demand. The issuer sets the shares and sees the sales. */
export function RevenueTab({ id }: { id: string }) {
  const query = useQuery(collectionQuery(id))
  const session = useSession()
  const skeleton = (
    <div>
      <LoadingNote subject={t('the revenue')} />
      <Skeleton height="16rem" />
    </div>
  )
  if (session.state === 'loading') return skeleton
  const viewer = session.state === 'connected' ? session.account : null
  return (
    <QueryStates query={query} pending={skeleton}>
      {(collection) => <Revenue collection={collection} viewer={viewer} />}
    </QueryStates>
  )
}

function Revenue({ collection, viewer }: { collection: CollectionReply; viewer: string | null }) {
  const { _id: id, split, issuer, onDemandMint } = collection
  const isIssuer = viewer === issuer
  if (!onDemandMint || (split === null && !isIssuer))
    return <Redirect to="/collection/$id/items" params={{ id }} replace />
  return (
    <div className={css.revenue}>
      {split !== null && (
        <PayeeList split={split} issuer={issuer} viewer={viewer} queryKey={collectionQuery(id).queryKey} />
      )}
      {viewer !== null && isIssuer && (
        <>
          <SplitForm key={split?._id} collection={collection} account={viewer} />
          <Sales collection={collection} />
        </>
      )}
    </div>
  )
}

function SplitForm({ collection, account }: { collection: CollectionReply; account: string }) {
  const { _id: id, split } = collection
  const client = useQueryClient()
  const { owner } = useSettings()
  const [drafts, setDrafts] = useState(() => payeeDraftsOf(split?.payees ?? []))
  const [isSubmitted, setSubmitted] = useState(false)
  const { payees, errors } = checkPayees(drafts, owner)
  const save = useMutation({
    mutationFn: () => call('setSplit', { body: { collectionID: id, payees } }),
    onSuccess: async ({ data }) => {
      announce({ title: String(data), tone: 'good' })
      await client.invalidateQueries({ queryKey: collectionQuery(id).queryKey })
    },
  })
  const submit = () => {
    setSubmitted(true)
    if (errors.length === 0) save.mutate()
  }
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <PayeeFields
        legend={split === null ? t('Shared revenue') : t('Change the shares')}
        note={t(
          'When a work minted on demand is sold, payees share the price minus the fee and the royalty. Each payee must agree on this page before anything can be sold, and again after every change. Works that are already reserved keep the earlier shares, and editions have their own payees. The ledger pays royalties only to the creator.',
        )}
        account={account}
        payees={drafts}
        onChange={setDrafts}
        errorOf={(payee, field) =>
          isSubmitted
            ? (errors.find((error) => error.payee === payee && error.field === field)?.message ?? null)
            : null
        }
      />
      {(split !== null || drafts.length > 0) && (
        <div>
          <Button type="submit" look="primary" size="large" busy={save.isPending}>
            {t('Save the shares')}
          </Button>
        </div>
      )}
      <div role="alert">{save.error !== null && <p className={css.error}>{sentenceOf(save.error)}</p>}</div>
    </form>
  )
}

const refreshMs = 10_000

function Sales({ collection: { _id: id, name, issuer, currency } }: { collection: CollectionReply }) {
  const query = useQuery({
    ...operationQuery('getRevenue', { query: { id } }),
    refetchInterval: refreshMs,
  })
  return (
    <QueryStates query={query} pending={<Skeleton height="12rem" />}>
      {(report) => (
        <SalesReport
          report={report}
          name={name}
          viewer={issuer}
          currency={currency}
          readPage={(after) => call('getRevenueSales', { query: { id, after } })}
        />
      )}
    </QueryStates>
  )
}
