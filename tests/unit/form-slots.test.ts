import { expect, test } from 'vitest'
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
