import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { keepRunning } from '#local/lib/keep-running.ts'
import { findFreePort } from '#local/lib/ports.ts'
import { startPostgres } from '#local/postgres/start.ts'
import { startS3 } from '#local/s3/start.ts'
import { createClosers } from '#local/stack/closers.ts'
import { startWorker } from '#local/stack/worker.ts'

const closers = createClosers()
let dir: string
const announced: string[] = []
const announce = (line: string) => void announced.push(line)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'opx-restarts-'))
})
afterAll(async () => {
  await closers.closeAll()
  await rm(dir, { recursive: true, force: true })
})

const isBack = (name: string) =>
  vi.waitUntil(() => announced.includes(`${name} is running again.`), { timeout: 40_000, interval: 50 })

test('a killed Postgres restarts with the last commit', async () => {
  const port = await findFreePort()
  const service = await keepRunning(
    'Postgres',
    () => startPostgres({ dir: path.join(dir, 'postgres'), port }),
    announce,
  )
  closers.add(service.close)
  const connectionString = service.current().url('postgres')
  const writer = new Client({ connectionString })
  writer.on('error', () => undefined)
  await writer.connect()
  await writer.query('create table sign_requests (uuid text)')
  // The database is killed right after the commit: with asynchronous commits, the row would be lost.
  await writer.query("insert into sign_requests values ('asked')")
  await service.current().kill()
  await isBack('Postgres')
  const reader = new Client({ connectionString })
  await reader.connect()
  const { rows } = await reader.query('select uuid from sign_requests')
  await reader.end()
  expect(rows).toEqual([{ uuid: 'asked' }])
  expect(announced[0]).toBe('Postgres ended unexpectedly and is being started again.')
})

test('a killed storage restarts at the same address', async () => {
  const port = await findFreePort()
  const service = await keepRunning('Storage', () => startS3({ port, dir: path.join(dir, 's3') }), announce)
  closers.add(service.close)
  const { endpoint } = service.current()
  await service.current().kill()
  await isBack('Storage')
  expect((await fetch(endpoint)).status).toBeLessThan(500)
})

test('a killed worker restarts, and a stopped one does not', async () => {
  const start = {
    config: '',
    port: await findFreePort(),
    bindings: {},
    persist: false,
    tmp: path.join(dir, 'tmp'),
    watch: false,
    bundle: inject('services').workerBundle,
  } as const
  const worker = await startWorker(start, () => undefined, announce)
  closers.add(worker.stop)
  await worker.kill()
  await isBack('The worker')
  expect((await fetch(`${worker.url}/api/health`)).status).toBeGreaterThan(0)
  const before = announced.length
  await worker.stop()
  await expect(fetch(worker.url)).rejects.toThrow('fetch failed')
  expect(announced).toHaveLength(before)
})

test('closing ends the attempts to start a part that cannot start', async () => {
  let starts = 0
  const service = await keepRunning(
    'The part',
    async () => {
      starts += 1
      if (starts > 1) throw new Error('Its folder is gone.')
      return { ended: Promise.resolve(), close: async () => undefined }
    },
    announce,
  )
  await vi.waitUntil(() => starts > 2)
  await service.close()
  expect(announced.at(-1)).toBe('The part ended unexpectedly and is being started again.')
})
