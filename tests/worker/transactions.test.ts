import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { parseRows } from '#db/sql/rows.ts'
import { createPools } from '#local/neon-proxy/pools.ts'

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
