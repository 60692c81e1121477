import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionError, fetchFromDatabase, retryConflict } from '#db/availability.ts'
import { closeServer, listen } from '#local/lib/http.ts'
import { startRecordingService } from '#tests/support/recording-service.ts'
import { DatabaseUnavailable, isDatabaseUnavailable } from '#contract/rules/database-unavailable.ts'
import { describe } from '#worker/http/problems.ts'

let service: Awaited<ReturnType<typeof startRecordingService>>
let answer: { status: number; body: string }

beforeAll(async () => {
  service = await startRecordingService(() => answer)
})
afterAll(() => service.close())

test('a failing statement is our error, and any other failed response means that the database is unavailable', async () => {
  for (const [status, body, isAway] of [
    [200, '{}', false],
    [400, '{"code":"42P01","message":"no such table"}', false],
    [400, '{"code":"23505"}', false],
    [400, '{"message":"connect ECONNREFUSED"}', true],
    [400, '{"code":"57P01"}', true],
    [400, '{"code":"53300"}', true],
    [400, '{"code":"08006"}', true],
    [400, 'no JSON', true],
    [500, '{}', true],
    [503, '', true],
    [429, '', true],
  ] as const) {
    answer = { status, body }
    const pending = fetchFromDatabase(service.url, { method: 'POST', body: '{}' })
    const outcome = await pending.then(
      () => false,
      (error: unknown) => error instanceof DatabaseUnavailable,
    )
    expect([status, body, outcome]).toEqual([status, body, isAway])
  }
  await expect(fetchFromDatabase('http://127.0.0.1:9/sql', {})).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test('a database that does not answer in time is unavailable', async () => {
  const silent = createServer(() => undefined)
  const port = await listen(silent, 0, 'A silent database')
  const query = fetchFromDatabase(`http://127.0.0.1:${port}/sql`, { method: 'POST', body: '{}' }, 50)
  await expect(query).rejects.toBeInstanceOf(DatabaseUnavailable)
  await closeServer(silent)
})

test('a broken connection means that the database is unavailable, and a failed transaction does not', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  const events = [{ type: 'error' }, new Error('Connection terminated unexpectedly'), coded('57P03')]
  for (const event of events) expect(connectionError(event)).toBeInstanceOf(DatabaseUnavailable)
  const wrapped = new Error('Failed query', { cause: new Error('Connection terminated') })
  expect(connectionError(wrapped)).toBeInstanceOf(DatabaseUnavailable)
  for (const error of [coded('23505'), new Error('A rule of ours')])
    expect(connectionError(error)).toBe(error)
})

test('a conflicting transaction is retried once, then the database counts as unavailable', async () => {
  const attempts: string[] = []
  const conflicts = await startRecordingService(() => {
    attempts.push('request')
    return { status: attempts.length === 1 ? 400 : 200, body: '{"code":"40P01"}' }
  })
  expect((await fetchFromDatabase(conflicts.url, { method: 'POST', body: '{}' })).status).toBe(200)
  expect(attempts).toHaveLength(2)
  await conflicts.close()
  answer = { status: 400, body: '{"code":"40001"}' }
  await expect(fetchFromDatabase(service.url, { method: 'POST', body: '{}' })).rejects.toBeInstanceOf(
    DatabaseUnavailable,
  )

  const deadlock = new Error('Failed query', {
    cause: Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  })
  let runs = 0
  const failing = (times: number, error: Error) => async () => {
    runs += 1
    if (runs <= times) throw error
    return runs
  }
  expect(await retryConflict(failing(1, deadlock))).toBe(2)
  runs = 0
  await expect(retryConflict(failing(2, deadlock))).rejects.toBe(deadlock)
  expect(describe(connectionError(deadlock), 'id')).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  runs = 0
  await expect(retryConflict(failing(1, new Error('A rule of ours')))).rejects.toThrow('A rule of ours')
  expect(runs).toBe(1)
})

test('the unavailable database is recognised inside any wrapping error', () => {
  const driver = Object.assign(new Error('Error connecting'), { sourceError: new DatabaseUnavailable('x') })
  const query = new Error('Failed query: select', { cause: driver })
  expect(isDatabaseUnavailable(query)).toBe(true)
  expect(describe(query, 'id')).toMatchObject({ status: 503, problem: { code: 'database_unavailable' } })
  expect(isDatabaseUnavailable(new Error('x', { cause: new Error('y') }))).toBe(false)
})
