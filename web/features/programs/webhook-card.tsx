import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#contract/rules/events.ts'
import type { Webhook, WebhookState } from '#contract/schemas/webhooks.ts'
import { t, rich, slot } from '#web/messages.ts'
import { joinList } from '#web/joined.ts'
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
  works: t('Works that you have issued'),
  account: t('Events that involve your account'),
  market: t('The whole marketplace'),
}

type Change = { kinds: EventKind[] } | { state: WebhookState }

/** One webhook: its events, key, log and settings. */
export function WebhookCard({ account, webhook }: { account: string; webhook: Webhook }) {
  const { id, url, scope, kinds, state, offReason, secret, waiting } = webhook
  const queryClient = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const [logOpen, setLogOpen] = useState(false)
  const onError = (error: Error) => announce({ title: sentenceOf(error), tone: 'bad' })
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksQuery(account).queryKey })
  const change = useMutation({
    mutationFn: (changes: Change) => call('changeWebhook', { body: { id, ...changes } }),
    onError: onError,
    onSettled: refresh,
  })
  const remove = useMutation({
    mutationFn: () => call('removeWebhook', { body: { id } }),
    onError: onError,
    onSettled: refresh,
  })
  const test = useMutation({
    mutationFn: () => call('testWebhook', { body: { id } }),
    onSuccess: ({ data: { delivered: isDelivered, status, error } }) =>
      announce(
        isDelivered
          ? {
              title: t('Delivered: the server responded with status {status}.', { status: status ?? '' }),
              tone: 'good',
            }
          : { title: t('The test was not delivered'), text: error ?? '', tone: 'bad' },
      ),
    onError: onError,
  })
  const onOrOff = state === 'on' ? t('On') : t('Off')
  return (
    <article className={css.card} aria-label={url}>
      <h2 className={css.url}>{url}</h2>
      <p className={css.state} data-off={state === 'off' || undefined}>
        {offReason === null ? onOrOff : t('{label}: {value}', { label: onOrOff, value: offReason })}
        {waiting > 0 && ` · ${t('{count, number} waiting', { count: waiting })}`}
      </p>
      <p className={css.note}>
        {t('{label}: {value}', {
          label: scopes[scope],
          value: joinList(kinds.map((kind) => kindTitles[kind])),
        })}
      </p>
      <div className={css.actions}>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {t('Send a test')}
        </Button>
        <Button
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ state: state === 'on' ? 'off' : 'on' })}
        >
          {state === 'on' ? t('Switch off') : t('Switch on')}
        </Button>
        {isRemoving ? (
          <>
            <Button size="small" look="primary" busy={remove.isPending} onClick={() => remove.mutate()}>
              {t('Remove with its log')}
            </Button>
            <Button size="small" onClick={() => setRemoving(false)}>
              {t('Keep')}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => setRemoving(true)}>
            {t('Remove')}
          </Button>
        )}
      </div>
      <details className={disclosure.disclosure}>
        <summary>{t('Signing key')}</summary>
        <p className={css.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} subject={t('the signing key')} />
        </p>
        <p className={css.note}>
          {rich(
            'Each message is signed with it, following <link>Standard Webhooks</link>. A retry keeps the same ID.',
            {
              link: (
                <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
                  {slot}
                </a>
              ),
            },
          )}
        </p>
      </details>
      <details className={disclosure.disclosure}>
        <summary>{t('Events')}</summary>
        <KindsField
          kinds={kinds}
          onChange={(nextKinds) => nextKinds.length > 0 && change.mutate({ kinds: nextKinds })}
          error={null}
        />
      </details>
      <details
        className={disclosure.disclosure}
        onToggle={({ currentTarget }) => setLogOpen(currentTarget.open)}
      >
        <summary>{t('Deliveries')}</summary>
        <div className={css.log}>{logOpen && <Deliveries id={id} />}</div>
      </details>
    </article>
  )
}
