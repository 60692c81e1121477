import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './payouts.module.css'
import { payoutsQuery } from './queries.ts'

const maxTag = 4_294_967_295

/** Null for no tag; undefined for an invalid one. */
function readTag(text: string): number | null | undefined {
  const digits = text.trim()
  if (digits === '') return null
  return /^\d{1,10}$/.test(digits) && Number(digits) <= maxTag ? Number(digits) : undefined
}

/** The destination tag of all payouts. Saving it retries owed payouts at once. */
export function TagForm({ account, tag }: { account: string; tag: number | null }) {
  const client = useQueryClient()
  const [text, setText] = useState(tag === null ? '' : String(tag))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    const destinationTag = readTag(text)
    if (destinationTag === undefined)
      return setProblem(m.profile_tag_form_destination_tag_whole_number({ maxTag }))
    setBusy(true)
    setProblem(null)
    try {
      await call('setPayoutTag', { body: { destinationTag } })
      announce({ title: m.profile_tag_form_changes_have_been_saved, tone: 'good' })
      await client.invalidateQueries({ queryKey: payoutsQuery(account).queryKey })
    } catch (error) {
      setProblem(sentenceOf(error))
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
        label={m.profile_tag_form_destination_tag}
        value={text}
        onChange={setText}
        inputMode="numeric"
        error={problem}
        hint={m.profile_tag_form_goes_every_payout_empty}
      />
      <Button type="submit" busy={busy}>
        {m.profile_tag_form_save}
      </Button>
    </form>
  )
}
