import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#worker/contract/events.ts'
import type { WebhookScope } from '#worker/contract/webhooks.ts'
import { m } from '#web/messages.ts'
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
  { value: 'works', title: m.programs_webhook_form_works_issued },
  { value: 'account', title: m.programs_webhook_form_account_takes_part },
  { value: 'market', title: m.programs_webhook_card_the_whole_marketplace },
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
      announce({ title: m.programs_webhook_form_the_webhook_is_on, tone: 'good' })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(account).queryKey })
    },
  })
  const urlError = checked && url.trim() === '' ? m.programs_webhook_form_give_address_events_sent : null
  const kindsError = checked && kinds.length === 0 ? m.programs_webhook_form_choose_least_kind_event : null
  return (
    <Section title={m.programs_webhook_form_add_a_webhook}>
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
          label={m.programs_webhook_form_address}
          value={url}
          onChange={setUrl}
          placeholder={m.programs_webhook_form_https_example_com_opx}
          hint={m.programs_webhook_form_server_takes_post_requests}
          error={urlError ?? (create.error === null ? null : sentenceOf(create.error))}
        />
        <Select
          label={m.programs_webhook_form_send}
          stacked
          options={isOperator ? scopes : scopes.filter(({ value }) => value !== 'market')}
          value={scope}
          onChange={setScope}
        />
        <KindsField kinds={kinds} onChange={setKinds} error={kindsError} />
        <Button type="submit" look="primary" busy={create.isPending}>
          {m.programs_webhook_form_add_webhook}
        </Button>
      </form>
    </Section>
  )
}
