import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import type { SaleCurrency } from '#contract/rules/sale-amounts.ts'
import { useCurrencyName } from '#web/kit/amounts/use-currency-name.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { sentenceOf } from '#web/api/error.ts'
import { accountCollectionsQuery } from '#web/kit/accounts/queries.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { checkPayees } from '#web/kit/splits/payee-drafts.ts'
import { PayeeFields } from '#web/kit/splits/payee-fields.tsx'
import { useDraftForm } from '#web/kit/use-draft-form.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Select } from '#web/ui/select.tsx'
import { LoadingNote } from '#web/ui/skeleton.tsx'
import { MinterNote } from '#web/wallet/requests/minter-note.tsx'
import { useAccount } from '#web/wallet/session/session.ts'
import { AttributesField } from '#web/features/create/attributes-field.tsx'
import { CardPreview } from '#web/features/create/card-preview.tsx'
import {
  checkPhases,
  editionErrors,
  type EditionDraft,
  emptyEdition,
  storedEdition,
} from './edition-draft.ts'
import css from './edition-form.module.css'
import { FormProblems } from '#web/features/create/form-problems.tsx'
import { attributesOf } from '#web/features/create/mint-draft.ts'
import minting from '#web/features/create/minting.module.css'
import { OpenTerms } from './open-terms.tsx'
import { AllPhaseFields } from './phase-fields.tsx'
import { noneSending, WorkFields } from '#web/features/create/work-fields.tsx'

/** Creates an edition of one work for the connected account. */
export function CreateEdition() {
  const account = useAccount()
  const collections = useQuery({ ...accountCollectionsQuery(account ?? ''), enabled: account !== null })
  if (account === null) return null
  return (
    <div className={page.wide}>
      <h1 className={minting.title}>{t('Create an edition')}</h1>
      <QueryStates query={collections} pending={<LoadingNote subject={t('your collections')} />}>
        {(ownCollections) => (
          <ForCollections
            key={account}
            account={account}
            ownCollections={ownCollections.filter(
              (collection) => collection.onDemandMint && !collection.random,
            )}
          />
        )}
      </QueryStates>
    </div>
  )
}

type Own = { taxon: number; name: string; royalty: number; currency: SaleCurrency }

function ForCollections({ account, ownCollections }: { account: string; ownCollections: Own[] }) {
  if (ownCollections.length > 0) return <EditionForm account={account} ownCollections={ownCollections} />
  return (
    <Message
      title={t('First create a collection that is minted on demand')}
      action={
        <Link to="/create/collection" search={{ onDemand: 'true' }} className={buttonClass('primary')}>
          {t('Create a collection')}
        </Link>
      }
    >
      {t(
        'Prints are minted when they are bought, so their collection must mint on demand and cannot use random buy.',
      )}
    </Message>
  )
}

const priceOf = (text: string, unit: string): string | null =>
  text.trim() === '' ? null : `${text.trim()} ${unit}`

type EditionField = ReturnType<typeof editionErrors>[number]['field']

function EditionForm({ account, ownCollections }: { account: string; ownCollections: Own[] }) {
  const navigate = useNavigate()
  const draftStorage = storedEdition(account)
  const form = useDraftForm<EditionDraft, EditionField>(
    () => ({ ...emptyEdition(), ...draftStorage.read() }),
    draftStorage.tryWrite,
  )
  const { draft, change } = form
  const [busy, setBusy] = useState(noneSending)
  const [openedAt] = useState(() => Date.now())
  const [onlyCollection] = ownCollections
  const collection = ownCollections.find(({ taxon }) => String(taxon) === draft.place) ?? onlyCollection
  const currency = collection?.currency ?? null
  const unit = useCurrencyName(currency)
  const terms = {
    ...draft,
    place: String(collection?.taxon ?? ''),
    royalty: draft.royalty === '' ? String(collection?.royalty ?? 0) : draft.royalty,
  }
  const errors = editionErrors(terms)
  const phaseCheck = checkPhases(draft.phases, openedAt, currency)
  const { owner } = useSettings()
  const split = checkPayees(draft.payees, owner)
  const errorOf = (field: EditionField) => form.shown(errors, field)
  const add = useMutation({
    mutationFn: async () => {
      const { display, attachment, name, description, prints, rowKey } = terms
      const { phases } = phaseCheck
      if (display === null || phases === null) throw new Error()
      const { data } = await call('addEdition', {
        form: {
          metadata: JSON.stringify({ name, description, attributes: attributesOf(terms) }),
          taxon: terms.place,
          royalty: terms.royalty,
          thumbnailCid: display.cid,
          ...(display.posterCid === null ? {} : { posterCid: display.posterCid }),
          ...(attachment === null ? {} : { attachmentCid: attachment.cid }),
          ...(prints.trim() === '' ? {} : { prints: prints.trim() }),
          phases: JSON.stringify(phases),
          ...(split.payees.length === 0 ? {} : { payees: JSON.stringify(split.payees) }),
          rowKey,
        },
      })
      return data.edition
    },
    onSuccess: async (edition) => {
      draftStorage.remove()
      // The edition's page shows what is ready and what is missing. On phones a toast would cover it.
      await navigate({ to: '/edition/$id', params: { id: edition } })
    },
  })
  const isUploading = busy.display || busy.attachment
  const submit = () => {
    const isWrong = errors.length > 0 || split.errors.length > 0 || phaseCheck.phases === null
    if (form.attempt(isWrong || isUploading)) add.mutate()
  }
  return (
    <form
      className={minting.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={minting.fields}>
        <MinterNote account={account} quiet />
        <OpenTerms onOpen={change} />
        <WorkFields
          account={account}
          draft={draft}
          sending={busy}
          onSending={setBusy}
          onChange={change}
          onLeave={form.leave}
          errorOf={errorOf}
        />
        <div className={css.pair}>
          <Select
            label={t('Collection')}
            options={ownCollections.map(({ taxon, name }) => ({ value: String(taxon), title: name }))}
            value={terms.place}
            onChange={(place) => change({ place })}
            isStacked
          />
          <Field
            label={t('Royalty *')}
            value={terms.royalty}
            onChange={(royalty) => change({ royalty })}
            error={errorOf('royalty')}
            hint={t('Your share of every later sale, 0 to 50 %.')}
            inputMode="decimal"
            suffix="%"
          />
          <Field
            label={t('Number of prints')}
            value={draft.prints}
            onChange={(prints) => change({ prints })}
            onLeave={() => form.leave('prints')}
            error={errorOf('prints')}
            hint={t(
              'Leave it empty for an open edition: prints are sold until the last phase ends or you close it.',
            )}
            inputMode="numeric"
          />
        </div>
        <AttributesField
          attributes={draft.attributes}
          typedAttribute={draft.typed}
          onChange={change}
          error={errorOf('attributes')}
        />
        <AllPhaseFields
          unit={unit}
          phases={draft.phases}
          onChange={(phases) => change({ phases })}
          errorOf={(place, field) =>
            form.tried
              ? (phaseCheck.errors[place]?.find((error) => error.field === field)?.message ?? null)
              : null
          }
        />
        <PayeeFields
          legend={t('Shared revenue')}
          note={t(
            "When a print is sold, payees share the price minus the fee and the royalty. Each payee must agree on the edition's page before anything can be sold, and the shares cannot be changed later. The ledger pays royalties only to the creator.",
          )}
          account={account}
          payees={draft.payees}
          onChange={(payees) => change({ payees })}
          errorOf={(payee, field) =>
            form.tried
              ? (split.errors.find((error) => error.payee === payee && error.field === field)?.message ??
                null)
              : null
          }
        />
      </div>
      <aside className={minting.side}>
        <CardPreview
          display={draft.display}
          name={draft.name}
          collection={collection?.name ?? null}
          price={priceOf(draft.phases[0]?.price ?? '', unit)}
        />
        <FormProblems
          place={form.summary}
          isSubmitted={form.tried}
          isWaiting={isUploading}
          errors={[...errors, ...phaseCheck.errors.flat(), ...split.errors]}
        >
          {add.error !== null && <p className={minting.error}>{sentenceOf(add.error)}</p>}
        </FormProblems>
        <Button type="submit" look="primary" size="large" wide busy={add.isPending}>
          {t('Put the edition on sale')}
        </Button>
      </aside>
    </form>
  )
}
