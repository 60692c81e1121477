import { sentence, t } from '#contract/words/sentence.ts'
import { queryEventsAt } from '#db/queries/event/events.ts'
import {
  type DueMessage,
  dropOldDeliveries,
  findWebhook,
  queueMessages,
  storeAttempt,
  switchOff,
  takeMessages,
} from '#db/queries/webhook/webhooks.ts'
import type { MarketEvent } from '#contract/schemas/events.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { answerMs, offAfterHours, pauses, slowAfterMs } from '#contract/limits/webhooks.ts'
import type { WebhookTest } from '#contract/schemas/webhooks.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { eventView } from '#worker/domain/event/list-events.ts'
import type { WebhookAnswer } from '#worker/ports/webhook/port.ts'

/** Number of events that one statement converts to messages. */
const eventBatch = 500
/**
 * Number of messages sent concurrently. A worker claims a message for `seconds`; after a crash, another worker sends
 * it.
 */
const lanes = {
  usual: { isSlow: false, limit: 12, seconds: 20, timeoutMs: slowAfterMs },
  slow: { isSlow: true, limit: 12, seconds: 20, timeoutMs: answerMs },
}
type Lane = (typeof lanes)['usual' | 'slow']
/** Interval at which the queue is checked again, because messages may become due while others are being sent. */
const lookAgainMs = 500
const oldBatch = 1000
/** Status that says that the receiver no longer exists (RFC 9110). */
const httpGone = 410

const isDelivered = (answer: WebhookAnswer) =>
  'status' in answer && answer.status >= 200 && answer.status < 300

function errorOf(answer: WebhookAnswer): string | null {
  if (isDelivered(answer)) return null
  return 'failure' in answer
    ? answer.failure
    : t('The server responded with status {status}.', { status: answer.status })
}

/** Returns the body of a message: the event, its type and its time, in the form that Standard Webhooks recommends. */
const bodyOf = (event: MarketEvent) => JSON.stringify({ type: event.kind, timestamp: event.at, data: event })

async function sendMessage(
  context: Context,
  { timeoutMs, isSlow }: Lane,
  message: DueMessage,
  event: MarketEvent | undefined,
) {
  const { db, webhooks, now } = context
  const { id, webhookId, url, tries } = message
  const end = { id, webhookId, status: null, pauseSeconds: null, isSlow }
  if (event === undefined) {
    await storeAttempt(db.http, { ...end, error: t('The event is no longer stored.') })
    return
  }
  const sentAt = now().getTime()
  const answer = await webhooks.send({ webhookId, url, messageId: id, body: bodyOf(event) }, now(), timeoutMs)
  const tookLong = now().getTime() - sentAt >= slowAfterMs
  const status = 'status' in answer ? answer.status : null
  const error = errorOf(answer)
  const pauseSeconds = error === null || status === httpGone ? null : (pauses[tries - 1] ?? null)
  await storeAttempt(db.http, { id, webhookId, status, error, pauseSeconds, isSlow: tookLong })
  if (status === httpGone)
    await switchOff(db.http, { id: webhookId }, t('The receiving server answered that this address is gone.'))
}

async function eventsOf({ db }: Context, messages: DueMessage[]): Promise<Map<number, MarketEvent>> {
  if (messages.length === 0) return new Map()
  const rows = await queryEventsAt(
    db.http,
    messages.map(({ position }) => position),
  )
  return new Map(rows.map((row) => [row.position, eventView(row)]))
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends the due messages of a lane until none is left or the deadline has passed. A slow message does not delay others.
 */
async function sendDue(context: Context, lane: Lane, hasTime: () => boolean, queue: () => Promise<void>) {
  const underway = new Set<Promise<void>>()
  while (hasTime()) {
    await queue()
    const messages = await takeMessages(context.db.http, { ...lane, limit: lane.limit - underway.size })
    const events = await eventsOf(context, messages)
    for (const message of messages) {
      const delivery = sendMessage(context, lane, message, events.get(message.position)).finally(() =>
        underway.delete(delivery),
      )
      underway.add(delivery)
    }
    if (underway.size === 0) return
    await Promise.race([...underway, pause(lookAgainMs)])
  }
  await Promise.all(underway)
}

/**
 * Converts new events to messages, and sends the due ones until the deadline. May run concurrently: each message is
 * claimed by one worker. After a crash it is sent again with the same id, so that the receiver recognizes it.
 */
export async function sendWebhooks(context: Context, deadline: Date): Promise<void> {
  const { db, now } = context
  const hasTime = () => now() < deadline
  await sendDue(context, lanes.usual, hasTime, async () => {
    while (hasTime() && (await queueMessages(db.http, eventBatch)) === eventBatch);
  })
  await switchOff(
    db.http,
    { failingHours: offAfterHours },
    t('Nothing could be delivered for {days} days.', { days: offAfterHours / 24 }),
  )
  await dropOldDeliveries(db.http, oldBatch)
}

/** Sends the due messages of slow receivers. */
export function sendSlowWebhooks(context: Context, deadline: Date): Promise<void> {
  return sendDue(
    context,
    lanes.slow,
    () => context.now() < deadline,
    async () => undefined,
  )
}

/** Sends one message of type `test` immediately. The message is not logged. Throws Refusal('not_found'). */
export async function testWebhook(context: Context, { account }: Actor, id: string): Promise<WebhookTest> {
  const { db, webhooks, now } = context
  const webhook = await findWebhook(db.http, account, id)
  if (webhook === null) throw new Refusal('not_found', sentence('You have no webhook with this id.'))
  const body = JSON.stringify({ type: 'test', timestamp: now().toISOString(), data: {} })
  const message = { webhookId: id, url: webhook.url, messageId: `test_${crypto.randomUUID()}`, body }
  const answer = await webhooks.send(message, now(), answerMs)
  const error = errorOf(answer)
  return { delivered: error === null, status: 'status' in answer ? answer.status : null, error }
}
