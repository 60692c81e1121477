import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Edition } from '#contract/schemas/editions.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useCurrencyName } from '#web/kit/amounts/use-currency-name.ts'
import { editionQuery } from '#web/kit/editions/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/toasts.ts'
import { checkPhases, phaseDraftOf } from './edition-draft.ts'
import css from './edition-form.module.css'
import minting from '#web/features/create/minting.module.css'
import { AllPhaseFields } from './phase-fields.tsx'

interface PhasesFormProps {
  edition: Pick<Edition, '_id' | 'phases' | 'currency'>
  onClose: () => void
}

/** Edits the phases of an edition until the first phase starts. */
export function PhasesForm({ edition: { _id: id, phases, currency }, onClose }: PhasesFormProps) {
  const client = useQueryClient()
  const unit = useCurrencyName(currency)
  const [drafts, setDrafts] = useState(() => phases.map(phaseDraftOf))
  const [openedAt] = useState(() => Date.now())
  const [isSubmitted, setSubmitted] = useState(false)
  const phaseCheck = checkPhases(drafts, openedAt, currency)
  const save = useMutation({
    mutationFn: (newPhases: NonNullable<typeof phaseCheck.phases>) =>
      call('changeEdition', { body: { edition: id, phases: newPhases } }),
    onSuccess: async () => {
      announce({ title: t('Changes have been saved'), tone: 'good' })
      await client.invalidateQueries({ queryKey: editionQuery(id).queryKey })
      onClose()
    },
  })
  return (
    <form
      className={css.form}
      noValidate
      aria-label={t('Change the phases')}
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (phaseCheck.phases !== null) save.mutate(phaseCheck.phases)
      }}
    >
      <AllPhaseFields
        unit={unit}
        phases={drafts}
        onChange={setDrafts}
        errorOf={(place, field) =>
          isSubmitted
            ? (phaseCheck.errors[place]?.find((error) => error.field === field)?.message ?? null)
            : null
        }
      />
      <div role="alert">
        {save.error !== null && <p className={minting.error}>{sentenceOf(save.error)}</p>}
        {isSubmitted && phaseCheck.phases === null && (
          <p className={minting.error}>
            {t('One of the phases has a problem. See the messages next to its fields.')}
          </p>
        )}
      </div>
      <div className={css.pair}>
        <Button type="submit" look="primary" size="large" busy={save.isPending}>
          {t('Save the phases')}
        </Button>
        <Button size="large" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
