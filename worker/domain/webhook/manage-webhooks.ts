import { sentence } from '#contract/words/sentence.ts'
import {
  changeWebhook as change,
  deleteWebhook,
  dropWaiting,
  findWebhook,
  insertWebhook,
  listWebhooks,
  queryDeliveries,
  type WebhookRow,
} from '#db/queries/webhook/webhooks.ts'
import type { EventKind } from '#contract/rules/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { logPage, maxWebhooks } from '#contract/limits/webhooks.ts'
import type {
  DeliveriesQuery,
  DeliveriesReply,
  Webhook,
  WebhookScope,
  WebhooksReply,
  WebhookState,
} from '#contract/schemas/webhooks.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { requireFunded } from '#worker/domain/media/reserve-storage.ts'
import { isOwner } from '#worker/domain/session/require-owner.ts'

const noWebhookRefusal = () => new Refusal('not_found', sentence('You have no webhook with this id.'))

function toView({ webhooks }: Context, row: WebhookRow, pendingCount: number): Webhook {
  const { id, url, scope, kinds, state, offReason, createdAt } = row
  const secret = webhooks.secretOf(id)
  return {
    id,
    url,
    scope,
    kinds,
    state,
    offReason,
    secret,
    waiting: pendingCount,
    createdAt: createdAt.toISOString(),
  }
}

export async function getWebhooks(context: Context, { account }: Actor): Promise<WebhooksReply> {
  const rows = await listWebhooks(context.db.http, account)
  return { webhooks: rows.map(({ webhook, waiting }) => toView(context, webhook, waiting)) }
}

/**
 * Registers an address that receives future events. Throws Refusal: forbidden, validation_failed, webhook_exists,
 * webhook_limit.
 */
export async function createWebhook(
  context: Context,
  { account }: Actor,
  { url, scope, kinds }: { url: string; scope: WebhookScope; kinds: EventKind[] },
): Promise<Webhook> {
  const { db, webhooks, signRequestId } = context
  if (scope === 'market' && !isOwner(context, account))
    throw new Refusal('forbidden', sentence('Only marketplace operators can receive all of its events.'))
  const message = webhooks.refusal(url)
  if (message !== null)
    throw new Refusal('validation_failed', message, { errors: [{ path: 'url', message }] })
  await requireFunded(context, account)
  const row = {
    id: signRequestId ?? crypto.randomUUID(),
    account,
    url: new URL(url).href,
    scope,
    kinds: [...new Set(kinds)],
  }
  const isStored = await db.transaction((tx) => insertWebhook(tx, row, maxWebhooks))
  if (isStored === 'same_address')
    throw new Refusal(
      'webhook_exists',
      sentence('You already have a webhook with this address. Change that one.'),
    )
  if (isStored === 'too_many')
    throw new Refusal(
      'webhook_limit',
      sentence('You have {most} webhooks. Remove one of them first.', { most: maxWebhooks }),
    )
  const webhook = await findWebhook(db.http, account, row.id)
  if (webhook === null) throw noWebhookRefusal()
  return toView(context, webhook, 0)
}

/** Changes the events or the state of a webhook. Throws Refusal('not_found'). */
export async function changeWebhook(
  { db }: Context,
  { account }: Actor,
  { id, kinds, state }: { id: string; kinds?: EventKind[] | undefined; state?: WebhookState | undefined },
): Promise<void> {
  const uniqueKinds = kinds === undefined ? undefined : [...new Set(kinds)]
  const isChanged = await db.transaction(async (tx) => {
    if (!(await change(tx, account, id, { kinds: uniqueKinds, state }))) return false
    if (state === 'off') await dropWaiting(tx, id)
    return true
  })
  if (!isChanged) throw noWebhookRefusal()
}

/** Removes a webhook. Throws Refusal('not_found'). */
export async function removeWebhook({ db }: Context, { account }: Actor, id: string): Promise<void> {
  if (!(await deleteWebhook(db.http, account, id))) throw noWebhookRefusal()
}

export async function getDeliveries(
  { db }: Context,
  { account }: Actor,
  { id, cursor }: DeliveriesQuery,
): Promise<DeliveriesReply> {
  const rows = await queryDeliveries(db.http, account, id, cursor ?? null)
  const page = rows.slice(0, logPage)
  return {
    deliveries: page.map(({ delivery, kind }) => ({
      id: delivery.id,
      kind,
      state: delivery.state,
      tries: delivery.tries,
      status: delivery.status,
      error: delivery.error,
      createdAt: delivery.createdAt.toISOString(),
      dueAt: delivery.state === 'waiting' ? delivery.dueAt.toISOString() : null,
    })),
    cursor: rows.length > logPage ? (page.at(-1)?.delivery.position ?? null) : null,
  }
}
