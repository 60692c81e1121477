import '#worker/languages.ts'
import { inLanguage } from '#contract/words/speech.ts'
import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localVapid } from '#local/push/credentials.ts'
import { decryptPush } from '#local/push/decrypt.ts'
import { type PushService, startPush } from '#local/push/start.ts'
import type { DuePush } from '#db/queries/notification/push.ts'
import { pushesPerMinute } from '#contract/rules/notification-kinds.ts'
import { planPushes, retrySeconds } from '#worker/domain/notification/plan-pushes.ts'
import { pushPayload } from '#worker/domain/notification/push-payload.ts'
import type { PushDevice } from '#worker/ports/push/port.ts'
import { createWebPush } from '#worker/ports/push/web-push.ts'
import { addressRule } from '#worker/ports/web/address-rules.ts'

test('the local push service decrypts the example of RFC 8291', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const text = decryptPush(bytes(message), { keys, auth: bytes('BTBZMqHH6r4Tts7J_aSIgg') })
  expect(text.toString()).toBe('When I grow up, I want to be a watermelon')
})

const order = { payload: { title: 'Größer' }, ttlSeconds: 60, urgency: 'high' } as const
const webPush = (more: Partial<Parameters<typeof createWebPush>[0]> = {}) =>
  createWebPush({
    pairs: [localVapid],
    subject: localVapid.subject,
    rule: addressRule(true),
    timeoutMs: 2000,
    fetch,
    ...more,
  })

async function subscribed({ url }: PushService, serverKey?: string): Promise<PushDevice> {
  const reply = await fetch(`${url}/subscribe`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: serverKey }),
  })
  const { endpoint, keys }: { endpoint: string; keys: Omit<PushDevice, 'endpoint'> } = await reply.json()
  return { endpoint, ...keys }
}

test('a message reaches its device only, encrypted and signed, and answers become results', async () => {
  const service = await startPush({ port: 0 })
  const device = await subscribed(service, localVapid.publicKey)
  expect(await webPush().send(device, order)).toEqual({ kind: 'delivered' })
  expect(service.messages).toMatchObject([{ ttl: 60, urgency: 'high', text: '{"title":"Größer"}' }])

  const stranger = await subscribed(service, `B${'A'.repeat(86)}`)
  expect(await webPush().send(stranger, order)).toEqual({ kind: 'refused' })
  const { p256dh } = await subscribed(service)
  // The device cannot decrypt this message.
  expect(await webPush().send({ ...device, p256dh }, order)).toEqual({ kind: 'refused' })
  service.failures.push(429, 503, 413, 404)
  const results = []
  for (let at = 0; at < 4; at += 1) results.push(await webPush().send(device, order))
  expect(results).toEqual([
    { kind: 'later', seconds: 1 },
    { kind: 'later', seconds: null },
    { kind: 'refused' },
    { kind: 'gone' },
  ])
  await fetch(device.endpoint, { method: 'DELETE' })
  expect(await webPush().send(device, order)).toEqual({ kind: 'gone' })
  expect(service.messages).toHaveLength(1)
  await service.close()
  expect(await webPush().send(device, order)).toEqual({ kind: 'later', seconds: null })
})

test('devices that subscribed with an old key pair are served until it is removed', async () => {
  const service = await startPush({ port: 0 })
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const current = {
    publicKey: keys.getPublicKey('base64url'),
    privateKey: keys.getPrivateKey('base64url').padStart(43, 'A'),
  }
  const oldDevice = await subscribed(service, localVapid.publicKey)
  const newDevice = await subscribed(service, current.publicKey)
  const rotating = webPush({ pairs: [current, localVapid] })
  expect(rotating.publicKey).toBe(current.publicKey)
  expect(await rotating.send(oldDevice, order)).toEqual({ kind: 'delivered' })
  expect(await rotating.send(newDevice, order)).toEqual({ kind: 'delivered' })
  expect(await webPush({ pairs: [current] }).send(oldDevice, order)).toEqual({ kind: 'refused' })
  await service.close()
})

test('nothing is sent to private addresses, to keys that are none, or without keys of the operator', async () => {
  const sent: unknown[] = []
  const push = webPush({
    rule: addressRule(false),
    fetch: async (input) => {
      sent.push(input)
      return new Response(null, { status: 201 })
    },
  })
  const device = {
    endpoint: 'https://push.vendor.com/x',
    p256dh: localVapid.publicKey,
    auth: Buffer.alloc(16).toString('base64url'),
  }
  expect(push.problem(device)).toBeNull()
  const noPoint = Buffer.from(localVapid.publicKey, 'base64url')
  noPoint[64] = (noPoint[64] ?? 0) ^ 1
  const bad = [
    { ...device, p256dh: noPoint.toString('base64url') },
    { ...device, endpoint: 'http://push.vendor.com/x' },
    { ...device, endpoint: 'https://127.0.0.1/x' },
    { ...device, endpoint: 'https://localhost/x' },
    { ...device, endpoint: 'https://[fd00::1]/x' },
    { ...device, endpoint: 'https://push.vendor.com:8443/x' },
    { ...device, endpoint: 'nonsense' },
    { ...device, p256dh: 'A'.repeat(87) },
    { ...device, auth: 'AAAA' },
  ]
  for (const one of bad) {
    expect([one, push.problem(one)]).toEqual([one, expect.any(String)])
    expect(await push.send(one, order)).toEqual({ kind: 'refused' })
  }
  expect(await push.send(device, order)).toEqual({ kind: 'delivered' })
  expect(sent).toHaveLength(1)
  const off = webPush({ pairs: [] })
  expect([off.publicKey, await off.send(device, order)]).toEqual([null, { kind: 'refused' }])
})

test('a device gets five messages a minute, and the last one tells the rest', () => {
  fc.assert(
    fc.property(fc.nat({ max: 60 }), fc.nat({ max: 8 }), (count, recentCount) => {
      const due = Array.from({ length: count }, (_, id) => id)
      const messages = planPushes(due, recentCount)
      expect(messages.length + recentCount).toBeLessThanOrEqual(Math.max(pushesPerMinute, recentCount))
      expect(messages.flat()).toEqual(recentCount < pushesPerMinute ? due : [])
      expect(messages.filter((message) => message.length > 1).length).toBeLessThanOrEqual(1)
    }),
  )
  expect([
    retrySeconds(0, null),
    retrySeconds(3, null),
    retrySeconds(50, null),
    retrySeconds(0, 9_000_000),
  ]).toEqual([10, 80, 1800, 1800])
})

const push = (id: number): DuePush => ({
  deviceId: 'device',
  expiresAt: new Date(),
  attempts: 0,
  id,
  kind: 'outbid',
  nftId: 'A'.repeat(64),
  collectionId: null,
  other: 'rOther',
  amount: '12500000',
  previousAmount: { currency: 'USD', issuer: 'rIssuer', value: '1' },
  endsAt: null,
  more: 12,
  name: '\u{1f5bc}'.repeat(500),
  sequence: 1,
  collectionName: null,
})

test('the message of a changed edition names its new start and price', () => {
  const changed = (kind: DuePush['kind']) => {
    const edition = { nftId: null, collectionId: 'tides', collectionName: 'Tides', more: 0 }
    const endsAt = new Date('2027-03-01T18:00:00Z')
    return pushPayload([{ ...push(1), ...edition, kind, endsAt }], 'rMe', { people: {}, tokens: [] })
  }
  expect(changed('edition_moved')).toMatchObject({
    title: 'An edition in Tides has another start or price',
    text: 'rOther has changed the sale: prints are available from 2027-03-01 18:00 UTC, at 12.5 XRP.',
    path: '/collection/tides/items',
  })
  expect(changed('edition_paused').text).toContain('to start on 2027-03-01 18:00 UTC.')
  expect(changed('edition_closed').text).toContain('to start on 2027-03-01 18:00 UTC.')
})

test('a message fits into what push services take, however long names are', () => {
  const people = { rOther: { name: 'ü'.repeat(80), picture: '', verified: false } }
  const single = pushPayload([push(1)], 'rMe', { people, tokens: [] })
  expect(single).toMatchObject({ keys: ['n1'], path: `/nft/${'A'.repeat(64)}` })
  const [first, ...others] = Array.from({ length: 90 }, (_, id) => push(1_000_000_000_000 + id))
  if (first === undefined) throw new Error('There are ninety.')
  const group = pushPayload([first, ...others], 'rMe', { people, tokens: [] })
  expect(group).toMatchObject({ title: '90 notifications', path: '/notifications' })
  const german = inLanguage('de', () => pushPayload([push(1)], 'rMe', { people: {}, tokens: [] }))
  expect(german.text).toBe(
    'rOther bietet 12,5 XRP, mehr als Ihre 1 USD (herausgegeben von rIssuer). Und 12 weitere Gebote in dieser Stunde.',
  )
  const gift = { ...push(1), kind: 'airdrop' as const, name: 'Claim your prize at evil.example' }
  for (const pushes of [[gift], [gift, gift]] satisfies [DuePush, ...DuePush[]][])
    expect(JSON.stringify(pushPayload(pushes, 'rMe', { people, tokens: [] }))).not.toContain('prize')
  for (const payload of [single, group])
    expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(3990)
})
