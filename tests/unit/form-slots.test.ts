import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FormReceiver, readForm } from '#worker/http/form.ts'
import { createFormSlots, formSlotLimits } from '#worker/http/form-slots.ts'

const limits = { perIsolate: 3, perAccount: 2, maxWaitMs: 0, expiresMs: 60_000 }

test('forms in progress are limited per account and in total', async () => {
  const take = createFormSlots(limits)
  const [first] = [await take('a'), await take('a')]
  await expect(take('a')).rejects.toMatchObject({
    code: 'forms_busy',
    retryAfterSeconds: 10,
    message: expect.stringContaining('Wait until your other files are uploaded'),
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
  // Successive forms of another account are accepted at once.
  for (let count = 0; count < 10; count += 1) (await take('c'))()
})

describe('beside accounts that send slow forms all the time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const second = 1000

  /**
   * Returns the time that ten successive forms of one account take while attackers continuously send forms of ten seconds.
   */
  async function timeOfTen(attackers: string[]): Promise<number> {
    const take = createFormSlots(formSlotLimits)
    const isOver = new AbortController()
    const busy = async (account: string) => {
      while (!isOver.signal.aborted) {
        const release = await take(account).catch(() => null)
        await new Promise((resolve) => setTimeout(resolve, release === null ? 1 : 10 * second))
        release?.()
      }
    }
    const attacks = attackers.flatMap((account) => [busy(account), busy(account), busy(account)])
    await vi.advanceTimersByTimeAsync(second)
    const begunAt = Date.now()
    async function sendTen(): Promise<number> {
      for (let count = 0; count < 10; count += 1) {
        const release = await take('usual')
        await new Promise((resolve) => setTimeout(resolve, second))
        release()
      }
      return Date.now() - begunAt
    }
    const sending = sendTen()
    await vi.advanceTimersByTimeAsync(120 * second)
    isOver.abort()
    await vi.advanceTimersByTimeAsync(20 * second)
    await Promise.all(attacks)
    return sending
  }

  test.each([[['a']], [['a', 'b']]])(
    '%j, the forms of others take at most twice their usual time',
    async (attackers) => {
      const usual = await timeOfTen([])
      expect(usual).toBe(10 * second)
      expect((await timeOfTen(attackers)) / usual).toBeLessThanOrEqual(2)
    },
  )
})

describe('a form that arrives slowly', () => {
  const boundary = 'slow'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="mediaFile"; filename="a.png"\r\n\r\n`
  const schema = v.object({ mediaFile: v.optional(v.any()) })
  /** Creates a form that sends `bytes` every second and never ends. */
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
