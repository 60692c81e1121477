import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { openDatabase } from '#db/client.ts'
import type { Database } from '#db/executor.ts'
import { pipelined } from '#db/queries/pipelined.ts'
import { rowsOf } from '#db/queries/rows.ts'
import { createPools } from '#dev/neon-proxy/pools.ts'

// Statements of one transaction reach the database without waiting for each other, and are answered and rolled back as if they did.

/** Passes the protocol on, keeps what was sent, and holds replies back while it is told to. */
function openProxy(target: URL) {
  const server = new WebSocketServer({ port: 0 })
  const proxy = { sent: '', isHeld: false, release: () => undefined as void }
  server.on('connection', (socket: WebSocket) => {
    const upstream = connect(Number(target.port), target.hostname)
    const held: Buffer[] = []
    proxy.release = () => {
      proxy.isHeld = false
      for (const reply of held.splice(0)) socket.send(reply)
    }
    socket.on('message', (data: Buffer) => {
      proxy.sent += data.toString('latin1')
      upstream.write(data)
    })
    upstream.on('data', (reply) => (proxy.isHeld ? held.push(reply) : socket.send(reply)))
    upstream.on('error', () => socket.close())
    socket.on('close', () => upstream.end())
  })
  return { server, proxy }
}

let opened: ReturnType<typeof openProxy>
let db: Database
const pending: Promise<unknown>[] = []

beforeAll(async () => {
  const { templateUrl } = inject('services')
  opened = openProxy(new URL(templateUrl))
  await once(opened.server, 'listening')
  const address = opened.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  db = openDatabase({
    url: templateUrl.replace(/[^/]*$/, 'postgres'),
    proxy: `127.0.0.1:${port}`,
    waitUntil: (work) => pending.push(work),
  })
})
beforeEach(() => {
  opened.proxy.sent = ''
})
afterAll(async () => {
  await Promise.allSettled(pending)
  opened.server.close()
})

const numberOf = (result: unknown) => rowsOf<{ n: number }>(result)[0]?.n

test('a statement is sent before the one before it is answered', async () => {
  const { proxy } = opened
  const found = await db.transaction(async (tx) => {
    proxy.isHeld = true
    const both = pipelined([
      tx.execute(sql`select ${1}::int as n`),
      tx.execute(sql`select ${2}::int as n /* second */`),
    ])
    while (!proxy.sent.includes('/* second */')) await new Promise((resolve) => setImmediate(resolve))
    proxy.release()
    return both
  })
  expect(found.map(numberOf)).toEqual([1, 2])
})

test('many statements, large and small, are answered each with its own rows', async () => {
  const sizes = Array.from({ length: 60 }, (_, n) => (n % 7 === 0 ? 300_000 : n))
  const found = await db.transaction((tx) =>
    pipelined(
      sizes.map((size, n) =>
        tx.execute(
          sql`select ${n}::int as n, length(${'x'.repeat(size)}::text) as size, repeat('y', ${size}::int) as reply`,
        ),
      ),
    ),
  )
  const rows = found.map((result) => rowsOf<{ n: number; size: number; reply: string }>(result)[0])
  expect(rows.map((row) => [row?.n, row?.size, row?.reply.length])).toEqual(
    sizes.map((size, n) => [n, size, size]),
  )
})

test('after an error nothing of the transaction stays, each statement gets an answer, and the connection goes on', async () => {
  await db.connection(async (transaction) => {
    const outcomes: string[] = []
    const failing = transaction(async (tx) => {
      await tx.execute(sql`create temp table kept (n int)`)
      const work = [
        sql`insert into kept values (1)`,
        sql`select 1 / ${0}::int`,
        sql`insert into kept values (2)`,
      ]
      const settled = await Promise.allSettled(
        work.map((statement) => tx.execute(statement).then(() => 'done')),
      )
      outcomes.push(...settled.map(({ status }) => status))
      throw new Error('As the caller does.')
    })
    await expect(failing).rejects.toThrow('As the caller does.')
    expect(outcomes).toEqual(['fulfilled', 'rejected', 'rejected'])
    const left = await transaction((tx) =>
      tx.execute(sql`select count(*)::int as n from pg_class where relname = 'kept'`),
    )
    expect(numberOf(left)).toBe(0)
  })
})

test('the reason of a failure is told, whichever answer is taken first', async () => {
  const failing = db.transaction(async (tx) => {
    const first = tx.execute(sql`select 1 / ${0}::int`).then(() => 'done')
    // Sent before the first is answered, and taken first.
    const second = tx.execute(sql`select ${1}::int`).then(() => 'done')
    const slow = Promise.allSettled([first, second]).then(() => first)
    return pipelined([second, pipelined([slow])])
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
})

test('the local proxy ends a statement for which nobody waits any more', async () => {
  const pools = createPools(1, false, 50)
  const pool = pools.get(inject('services').templateUrl.replace(/[^/]*$/, 'postgres'))
  await expect(pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' })
  await pools.close()
})
