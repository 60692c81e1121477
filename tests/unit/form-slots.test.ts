import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormReceiver, readForm } from '#worker/http/form.ts'
import { createFormSlots } from '#worker/http/form-slots.ts'

const limits = { perIsolate: 3, perAccount: 2, maxWaitMs: 0, expiresMs: 60_000 }

test('forms in progress are limited per account and in total', async () => {
  const take = createFormSlots(limits)
  const [first] = [await take('a'), await take('a')]
  await expect(take('a')).rejects.toMatchObject({
    code: 'forms_busy',
    retryAfterSeconds: 10,
    message: expect.stringContaining('Wait until your other files are sent'),
  })
  const other = await take('b')
  await expect(take('c')).rejects.toMatchObject({ code: 'forms_busy' })
  first?.()
  // Releasing a slot twice frees only one slot.
  first?.()
  await take('c')
  await expect(take('b')).rejects.toMatchObject({ code: 'forms_busy' })
  other()
  await take('b')
})

test('accounts that send slow forms all the time leave a slot for others', async () => {
  const take = createFormSlots({ ...limits, perIsolate: 4 })
  const attacks = await Promise.allSettled(['a', 'a', 'a', 'b', 'b', 'b'].map((account) => take(account)))
  expect(attacks.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  // Form after form of somebody else is received at once.
  for (let count = 0; count < 10; count += 1) (await take('c'))()
})

describe('a form that arrives slowly', () => {
  const boundary = 'slow'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="mediaFile"; filename="a.png"\r\n\r\n`
  const schema = v.object({ mediaFile: v.optional(v.any()) })
  /** Sends `bytes` every second; never ends. */
  function slowForm(bytes: number) {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(head)),
      pull: (controller) =>
        new Promise((resolve) => {
          setTimeout(() => {
            sent += bytes
            controller.enqueue(new Uint8Array(bytes))
            resolve()
          }, 1000)
        }),
    })
    const request = new Request('http://x/', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
      duplex: 'half',
    } as RequestInit)
    return { request, sent: () => sent }
  }
  const receiver = (onClose: () => void): FormReceiver => ({
    maxBytes: 10_000_000,
    async receive(chunks) {
      for await (const _ of chunks) continue
      throw new Error('The form has ended.')
    },
    discard: () => undefined,
    close: onClose,
  })

  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('ends after ten seconds with less than 16 KB, and gives its slot back', async () => {
    const { request } = slowForm(100)
    let closed = false
    const reading = readForm(schema, request, async () => receiver(() => (closed = true))).catch(
      (error: unknown) => error,
    )
    await vi.advanceTimersByTimeAsync(9900)
    expect(closed).toBe(false)
    await vi.advanceTimersByTimeAsync(200)
    expect(await reading).toMatchObject({ code: 'form_too_slow' })
    expect(closed).toBe(true)
  })

  test('goes on while enough arrives', async () => {
    const { request, sent } = slowForm(2000)
    const reading = readForm(schema, request, async () => receiver(() => undefined)).catch(() => 'ended')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent()).toBeGreaterThanOrEqual(118_000)
    expect(await Promise.race([reading, Promise.resolve('open')])).toBe('open')
  })
})

test('a form waits until another one ends', async () => {
  const take = createFormSlots({ ...limits, perAccount: 1, maxWaitMs: 10_000 })
  const first = await take('a')
  const second = take('a')
  first()
  expect(await second).toBeTypeOf('function')
})

test('a slot that was not released expires', async () => {
  const take = createFormSlots({ ...limits, perAccount: 1, expiresMs: -1 })
  await take('a')
  expect(await take('a')).toBeTypeOf('function')
})
