import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { parseRows } from '#db/sql/rows.ts'
import { createPools } from '#local/neon-proxy/pools.ts'

const Session = v.object({ pid: v.number(), memory: v.string(), forgotten: v.boolean(), locks: v.number() })

const url = () => inject('services').templateUrl.replace(/[^/]*$/, 'postgres')

test('after an error nothing of the transaction stays, its reason is told, and the connection goes on', async () => {
  const pending: Promise<unknown>[] = []
  const db = openDatabase({
    url: url(),
    proxy: inject('services').databaseProxy,
    waitUntil: (work) => pending.push(work),
  })
  await db.connection(async (transaction) => {
    const failing = transaction(async (tx) => {
      await tx.execute(sql`create temp table attempts (n int)`)
      await tx.execute(sql`insert into attempts values (1)`)
      await tx.execute(sql`select 1 / ${0}::int`)
    })
    await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } })
    const left = await transaction((tx) =>
      tx.execute(sql`select count(*)::int as n from pg_class where relname = 'attempts'`),
    )
    expect(parseRows(v.unknown(), left)).toEqual([{ n: 0 }])
  })
  await Promise.all(pending)
})

test('the local proxy ends a statement for which nobody waits any more', async () => {
  const pools = createPools(1, false, 50)
  const pool = pools.get(url())
  await expect(pool.query('select pg_sleep(20)')).rejects.toMatchObject({ code: '57014' })
  await pools.close()
})

async function inConnection(...statements: SQL[]) {
  const pending: Promise<unknown>[] = []
  const proxy = inject('services').databaseProxy
  const db = openDatabase({ url: url(), proxy, waitUntil: (work) => pending.push(work) })
  const rows = await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
    return tx.execute(sql`select pg_backend_pid() as pid, current_setting('work_mem') as memory,
      to_regclass('pg_temp.notes') is null as forgotten,
      (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`)
  })
  await Promise.all(pending)
  return parseRows(Session, rows)[0]
}

test('the local proxy gives a later client a connection of an earlier one, with nothing of it', async () => {
  const changed = await inConnection(
    sql`set work_mem = '7MB'`,
    sql`create temp table notes (n int)`,
    sql`select pg_advisory_lock(1)`,
  )
  expect(changed).toMatchObject({ memory: '7MB', forgotten: false, locks: 1 })
  await expect.poll(async () => (await inConnection())?.pid).toBe(changed?.pid)
  expect(await inConnection()).toMatchObject({ memory: '4MB', forgotten: true, locks: 0 })
})

test('clients of the local proxy that come and go at the same time keep their own connections', async () => {
  const goOn = async (_: unknown, client: number) => {
    const key = sql.raw(String(client + 10))
    for (let turn = 0; turn < 15; turn += 1)
      expect(await inConnection(sql`select pg_advisory_lock(${key})`)).toMatchObject({ locks: 1 })
  }
  await Promise.all(Array.from({ length: 6 }, goOn))
}, 20_000)
