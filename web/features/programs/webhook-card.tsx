import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventKind } from '#worker/contract/events.ts'
import type { Webhook, WebhookState } from '#worker/contract/webhooks.ts'
import { m, rich, slot } from '#web/messages.ts'
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
  works: m.programs_webhook_card_works_issued,
  account: m.programs_webhook_card_account_takes_part,
  market: m.programs_webhook_card_the_whole_marketplace,
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
          ? { title: m.programs_webhook_card_delivered({ status: status ?? '' }), tone: 'good' }
          : { title: m.programs_webhook_card_test_not_delivered, text: error ?? '', tone: 'bad' },
      ),
    onError: failed,
  })
  const onOrOff = state === 'on' ? m.programs_webhook_card_on : m.programs_webhook_card_off
  return (
    <article className={css.card} aria-label={url}>
      <h2 className={css.url}>{url}</h2>
      <p className={css.state} data-off={state === 'off' || undefined}>
        {offReason === null ? onOrOff : m.common_labelled({ label: onOrOff, value: offReason })}
        {waiting > 0 && ` · ${m.programs_webhook_card_waiting({ count: waiting })}`}
      </p>
      <p className={css.note}>
        {m.common_labelled({
          label: scopes[scope],
          value: joinList(kinds.map((kind) => kindTitles[kind])),
        })}
      </p>
      <div className={css.actions}>
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          {m.programs_webhook_card_send_a_test}
        </Button>
        <Button
          size="small"
          busy={change.isPending}
          onClick={() => change.mutate({ state: state === 'on' ? 'off' : 'on' })}
        >
          {state === 'on' ? m.programs_webhook_card_switch_off : m.programs_webhook_card_switch_on}
        </Button>
        {removing ? (
          <>
            <Button size="small" look="primary" busy={remove.isPending} onClick={() => remove.mutate()}>
              {m.programs_webhook_card_remove_with_its_log}
            </Button>
            <Button size="small" onClick={() => setRemoving(false)}>
              {m.programs_api_keys_page_keep}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => setRemoving(true)}>
            {m.common_remove}
          </Button>
        )}
      </div>
      <details className={disclosure.disclosure}>
        <summary>{m.programs_webhook_card_signing_key}</summary>
        <p className={css.secret}>
          <code>{secret}</code>
          <CopyButton text={secret} what={m.programs_webhook_card_the_signing_key} />
        </p>
        <p className={css.note}>
          {rich.programs_webhook_card_each_message_signed_standard({
            link: (
              <a href="https://www.standardwebhooks.com" target="_blank" rel="noopener noreferrer">
                {slot}
              </a>
            ),
          })}
        </p>
      </details>
      <details className={disclosure.disclosure}>
        <summary>{m.programs_kinds_field_events}</summary>
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
        <summary>{m.programs_deliveries_deliveries}</summary>
        <div className={css.log}>{logOpen && <Deliveries id={id} />}</div>
      </details>
    </article>
  )
}
