import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#worker/contract/events.ts'
import type { Webhook, WebhookState } from '#worker/contract/webhooks.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import disclosure from '#web/ui/disclosure.module.css'
import { announce } from '#web/ui/toasts.ts'
import { Deliveries } from './deliveries.tsx'
import { kindTitles } from './kind-titles.ts'
import { KindsField } from './kinds-field.tsx'
import { webhooksQuery } from './queries.ts'
import css from './programs.module.css'

const scopes: Record<Webhook['scope'], string> = {
  works: 'Works that you have issued',
  account: 'What your account takes part in',
  market: 'The whole marketplace',
}

type Change = { kinds: EventKind[] } | { state: WebhookState }

/** One address: what it gets, its key, its log, and how to change it. */
export function WebhookCard({ account, webhook }: { account: string; webhook: Webhook }) {
  const { id, url, scope, kinds, state, offReason, secret, waiting } = webhook
  const queryClient = useQueryClient()
  const [removing, setRemoving] = useState(false)
  const [logOpen, setLogOpen] = useState(false)
  const failed = (error: Error) => announce({ title: sentenceOf(error), tone: 'bad' })
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery(account).queryKey })
  const change = useMutation({
    mutationFn: (changes: Change) => call('changeWebhook', { body: { id, ...changes } }),
    onError: failed,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => call('removeWebhook', { body: { id } }),
    onError: failed,
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: () => call('testWebhook', { body: { id } }),
    onSuccess: ({ data: { delivered, status, error } }) =>
      announce(
        delivered
          ? { title: `Delivered: it answered with status ${status ?? ''}.`, tone: 'good' }
          : { title: 'The test was not delivered', text: error ?? '', tone: 'bad' },
      ),
    onError: failed,
  })
  return (
    <article className={css.card} aria-label={url}>
      <h2 className={css.url}>{url}</h2>
      <p className={css.state} data-off={state === 'off' || undefined}>
        {state === 'on' ? 'On' : 'Off'}
        {offReason !== null && `: ${offReason}`}
        {waiting > 0 && ` · ${waiting} waiting`}
      </p>
      <p className={css.note}>
        {scopes[scope]}: {kinds.map((kind) => kindTitles[kind]).join(', ')}
      </p>
      <div className={css.actions}>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test
        </Button>
        <Button
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ state: state === 'on' ? 'off' : 'on' })}
        >
          {state === 'on' ? 'Switch off' : 'Switch on'}
        </Button>
        {removing ? (
          <>
            <Button size="small" look="primary" busy={remove.isPending} onClick={() => remove.mutate()}>
              Remove with its log
            </Button>
            <Button size="small" onClick={() => setRemoving(false)}>
              Keep
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      <details className={disclosure.disclosure}>
        <summary>Signing key</summary>
        <p className={css.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what="the signing key" />
        </p>
        <p className={css.note}>
          Each message is signed with it, as{' '}
          <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
            Standard Webhooks
          </a>{' '}
          describes. A message that is sent again has the same id.
        </p>
      </details>
      <details className={disclosure.disclosure}>
        <summary>Events</summary>
        <KindsField
          kinds={kinds}
          onChange={(chosen) => chosen.length > 0 && change.mutate({ kinds: chosen })}
          error={null}
        />
      </details>
      <details
        className={disclosure.disclosure}
        onToggle={({ currentTarget }) => setLogOpen(currentTarget.open)}
      >
        <summary>Deliveries</summary>
        <div className={css.log}>{logOpen && <Deliveries id={id} />}</div>
      </details>
    </article>
  )
}
