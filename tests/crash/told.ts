import type { DemoAccount } from '#local/signer/types.ts'
import { asJson } from '#local/lib/rpc.ts'
import type { NotificationKind } from '#contract/rules/notification-kinds.ts'
import { runUntil } from './drive.ts'
import type { CrashMarket } from './market.ts'

/** Notifications that accounts receive in a flow, by account name. Accounts that are not listed receive none. */
export type Told = Partial<Record<keyof CrashMarket['people'], NotificationKind[]>>

/** Signs each account in and adds one device per account, which stores all its messages. */
export async function addDevices(market: CrashMarket): Promise<void> {
  const accounts = Object.values(market.people).map(({ address }) => address)
  await market.query('insert into wallets (account) select unnest($1::text[]) on conflict do nothing', [
    accounts,
  ])
  for (const account of accounts) {
    if (await market.hasRow('push_devices', { account })) continue
    const reply = await fetch(`${market.push.url}/subscribe`, { method: 'POST' })
    const subscription = asJson(await reply.json())
    const keys = asJson(subscription['keys'])
    await market.addRow('push_devices', {
      endpoint: subscription['endpoint'],
      account,
      p256dh: keys['p256dh'],
      auth: keys['auth'],
      session_id: crypto.randomUUID(),
    })
  }
}

/** Returns the newest notification, and ages all of them, because the bids of an account within an hour share one. */
export async function newestNotification(market: CrashMarket): Promise<number> {
  await market.query("update notifications set created_at = created_at - interval '2 hours'")
  const [row] = await market.query('select coalesce(max(id), 0)::int as id from notifications')
  return Number(row?.['id'])
}

/** Waits until the whole log has been read and every device has received its messages. */
export const untilTold = (market: CrashMarket) =>
  runUntil(market, 'everybody is told', [], async () => {
    const open = await market.query(
      `select 1 from event_clock where position <> (select position from event_readers where name = 'notifications')
       union all select 1 from push_outbox where sent_at is null`,
    )
    return open.length === 0
  })

/** Returns how often a device has received each notification. */
async function sentTo(market: CrashMarket, { address }: DemoAccount): Promise<Map<string, number>> {
  const [device] = await market.query('select endpoint from push_devices where account = $1', [address])
  const id = String(device?.['endpoint']).split('/').at(-1)
  const sent = new Map<string, number>()
  for (const { text } of market.push.messages.filter(({ subscription }) => subscription === id)) {
    const { keys } = asJson(JSON.parse(text))
    for (const key of Array.isArray(keys) ? keys.map(String) : []) sent.set(key, (sent.get(key) ?? 0) + 1)
  }
  return sent
}

/**
 * Checks the notifications of a flow.
 * @throws Error if an account did not get exactly these notifications, or a device did not receive each of them once
 * (or twice after a crash, which the device recognizes by the key)
 */
export async function checkTold(
  market: CrashMarket,
  told: Told,
  since: number,
  crashed: boolean,
): Promise<void> {
  for (const [name, person] of Object.entries(market.people)) {
    const rows = await market.query(
      'select id, kind from notifications where account = $1 and id > $2 order by kind',
      [person.address, since],
    )
    const kinds = rows.map(({ kind }) => String(kind))
    const [, expected = []] = Object.entries(told).find(([who]) => who === name) ?? []
    if (kinds.join() !== expected.toSorted().join())
      throw new Error(`${name} was told ${kinds.join()}, not ${expected.join()}.`)
    const sent = await sentTo(market, person)
    const wrong = rows.filter(({ id }) => {
      const times = sent.get(`n${String(id)}`) ?? 0
      return times === 0 || times > (crashed ? 2 : 1)
    })
    if (wrong.length > 0) throw new Error(`The device of ${name} was not sent once: ${JSON.stringify(wrong)}`)
  }
}
