import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './tag-form.module.css'

const maxTag = 4_294_967_295

/** Parses a destination tag; null for no tag, undefined for an invalid one. */
function readTag(text: string): number | null | undefined {
  const digits = text.trim()
  if (digits === '') return null
  return /^\d{1,10}$/.test(digits) && Number(digits) <= maxTag ? Number(digits) : undefined
}

/** Sets the destination tag of all payouts. Saving it immediately retries owed payouts. */
export function TagForm({ tag }: { tag: number | null }) {
  const client = useQueryClient()
  const [text, setText] = useState(tag === null ? '' : String(tag))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<unknown>(null)
  const save = async () => {
    const destinationTag = readTag(text)
    if (destinationTag === undefined)
      return setProblem(t('A destination tag is a whole number up to {maxTag}.', { maxTag }))
    setBusy(true)
    setProblem(null)
    setRefusal(null)
    try {
      await call('setPayoutTag', { body: { destinationTag } })
      announce({ title: t('Changes have been saved'), tone: 'good' })
      await client.invalidateQueries()
    } catch (error) {
      setProblem(sentenceOf(error))
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('Destination tag')}
        value={text}
        onChange={setText}
        inputMode="numeric"
        error={problem}
        hint={t('Sent with every payout. Leave it empty for a personal account.')}
      />
      <RetryButton error={refusal} type="submit" busy={busy}>
        {t('Save')}
      </RetryButton>
    </form>
  )
}
