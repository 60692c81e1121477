import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#worker/contract/events.ts'
import type { WebhookScope } from '#worker/contract/webhooks.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { announce } from '#web/ui/toasts.ts'
import { KindsField } from './kinds-field.tsx'
import { webhooksQuery } from './queries.ts'
import css from './programs.module.css'

const scopes: { value: WebhookScope; title: string }[] = [
  { value: 'works', title: 'The works that I have issued' },
  { value: 'account', title: 'What my account takes part in' },
  { value: 'market', title: 'The whole marketplace' },
]
const usual: EventKind[] = ['sold', 'auction_settled', 'bid']

/** Adds an address. What was typed stays when it is refused. */
export function WebhookForm({ account }: { account: string }) {
  const queryClient = useQueryClient()
  const isOperator = useHasOwnerPowers(account)
  const [url, setUrl] = useState('')
  const [scope, setScope] = useState<WebhookScope>('works')
  const [kinds, setKinds] = useState(usual)
  const [checked, setChecked] = useState(false)
  const create = useMutation({
    mutationFn: () => call('createWebhook', { body: { url, scope, kinds } }),
    onSuccess: async () => {
      setUrl('')
      setChecked(false)
      announce({ title: 'The webhook is on', tone: 'good' })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(account).queryKey })
    },
  })
  const urlError = checked && url.trim() === '' ? 'Give the address that events are sent to.' : null
  const kindsError = checked && kinds.length === 0 ? 'Choose at least one kind of event.' : null
  return (
    <Section title="Add a webhook">
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (url.trim() !== '' && kinds.length > 0 && !create.isPending) create.mutate()
        }}
      >
        <Field
          label="Address"
          value={url}
          onChange={setUrl}
          placeholder="https://example.com/opx"
          hint="A server of yours that takes POST requests by https."
          error={urlError ?? (create.error === null ? null : sentenceOf(create.error))}
        />
        <Select
          label="Send"
          stacked
          options={isOperator ? scopes : scopes.filter(({ value }) => value !== 'market')}
          value={scope}
          onChange={setScope}
        />
        <KindsField kinds={kinds} onChange={setKinds} error={kindsError} />
        <Button type="submit" look="primary" busy={create.isPending}>
          Add webhook
        </Button>
      </form>
    </Section>
  )
}
