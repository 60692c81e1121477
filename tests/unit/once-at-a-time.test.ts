import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { onceAtATime } from '#worker/http/once-at-a-time.ts'

test('concurrent callers share one run, and a later caller starts a new one', async () => {
  const background: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => background.push(work)
  const once = onceAtATime<number>()
  let runs = 0
  const work = async () => {
    await Promise.resolve()
    runs += 1
    return runs
  }
  const both = await Promise.all([once('a', work, waitUntil), once('a', work, waitUntil)])
  expect(both).toEqual([
    { result: 1, hasJoined: false },
    { result: 1, hasJoined: true },
  ])
  expect(await once('a', work, waitUntil)).toEqual({ result: 2, hasJoined: false })
  expect(background).toHaveLength(2)
})

test('a failing run fails for all its callers and for no later one', async () => {
  const once = onceAtATime<number>()
  const broken = async () => {
    await Promise.resolve()
    throw new Error('broken')
  }
  const background: Promise<unknown>[] = []
  const ask = () => once('a', broken, (work) => background.push(work))
  const both = await Promise.allSettled([ask(), ask()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  // Work that continues after the reply must not reject by itself.
  await Promise.all(background)
  expect(
    await once(
      'a',
      async () => 7,
      () => undefined,
    ),
  ).toEqual({ result: 7, hasJoined: false })
})

test('a run that died with its request is repeated once for all that waited', async () => {
  const once = onceAtATime<number>(20)
  const nothing = () => undefined
  void once('a', () => new Promise<number>(nothing), nothing)
  let runs = 0
  const work = async () => {
    runs += 1
    await wait(10)
    return runs
  }
  const after = await Promise.all([
    once('a', work, nothing),
    once('a', work, nothing),
    once('a', work, nothing),
  ])
  expect(after.map(({ result }) => result)).toEqual([1, 1, 1])
  expect(after.filter(({ hasJoined }) => !hasJoined)).toHaveLength(1)
  expect(await once('a', work, nothing)).toEqual({ result: 2, hasJoined: false })
})

test('callers join until what follows the run has ended, and the first one does not wait for that', async () => {
  const once = onceAtATime<number>()
  let end = () => undefined as void
  const work = new Promise<void>((resolve) => (end = resolve))
  const background: Promise<unknown>[] = []
  const ask = (value: number) =>
    once(
      'a',
      async () => value,
      (work) => background.push(work),
      () => work,
    )
  expect(await ask(1)).toEqual({ result: 1, hasJoined: false })
  expect(await ask(2)).toEqual({ result: 1, hasJoined: true })
  end()
  await Promise.all(background)
  expect(await ask(3)).toEqual({ result: 3, hasJoined: false })
})
