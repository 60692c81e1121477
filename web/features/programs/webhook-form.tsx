import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#contract/rules/events.ts'
import type { WebhookScope } from '#contract/schemas/webhooks.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { useHasOwnerPowers } from '#web/api/use-settings.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { announce } from '#web/ui/toasts.ts'
import { KindsField } from './kinds-field.tsx'
import { webhooksQuery } from './queries.ts'
import css from './programs.module.css'

const scopes: { value: WebhookScope; title: string }[] = [
  { value: 'works', title: t('Works that I have issued') },
  { value: 'account', title: t('Events that involve my account') },
  { value: 'market', title: t('The whole marketplace') },
]
const usual: EventKind[] = ['sold', 'auction_settled', 'bid']

/** Adds a webhook. Keeps the input if the server refuses it. */
export function WebhookForm({ account }: { account: string }) {
  const queryClient = useQueryClient()
  const isOperator = useHasOwnerPowers(account)
  const [url, setUrl] = useState('')
  const [scope, setScope] = useState<WebhookScope>('works')
  const [kinds, setKinds] = useState(usual)
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useMutation({
    mutationFn: () => call('createWebhook', { body: { url, scope, kinds } }),
    onSuccess: async () => {
      setUrl('')
      setSubmitted(false)
      announce({ title: t('The webhook is on'), tone: 'good' })
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(account).queryKey })
    },
  })
  const urlError = isSubmitted && url.trim() === '' ? t('Enter the address to send events to.') : null
  const kindsError = isSubmitted && kinds.length === 0 ? t('Choose at least one kind of event.') : null
  return (
    <Section title={t('Add a webhook')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (url.trim() !== '' && kinds.length > 0 && !create.isPending) create.mutate()
        }}
      >
        <Field
          label={t('Address')}
          value={url}
          onChange={setUrl}
          placeholder={t('https://example.com/opx')}
          hint={t('Your own server. It must accept POST requests over https.')}
          error={urlError ?? (create.error === null ? null : sentenceOf(create.error))}
        />
        <Select
          label={t('Send')}
          isStacked
          options={isOperator ? scopes : scopes.filter(({ value }) => value !== 'market')}
          value={scope}
          onChange={setScope}
        />
        <KindsField kinds={kinds} onChange={setKinds} error={kindsError} />
        <RetryButton error={create.error} type="submit" look="primary" busy={create.isPending}>
          {t('Add webhook')}
        </RetryButton>
      </form>
    </Section>
  )
}
