import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '#db/client.ts'
import type { Database } from '#db/executor.ts'
import {
  countPromoMiss,
  dropPromoAttempts,
  queryBlacklist,
  queryRules,
  queryWhitelist,
  replaceBlacklist,
  replaceWhitelist,
  returnPromoAttempt,
  saveRules,
  takePromoAttempt,
} from '#db/queries/collection/rules.ts'
import { createDatabaseFromTemplate, dropDatabase } from '#local/postgres/databases.ts'
import { promoDigest } from '#worker/domain/collection/promo-code.ts'

const { templateUrl, databaseProxy } = inject('services')
const name = `rules_${randomBytes(6).toString('hex')}`
const pending: Promise<unknown>[] = []
let db: Database

beforeAll(async () => {
  const url = await createDatabaseFromTemplate(templateUrl, 'template_opx', name)
  db = openDatabase({ url, proxy: databaseProxy, waitUntil: (work) => pending.push(work) })
})

afterAll(async () => {
  await Promise.all(pending)
  await dropDatabase(templateUrl, name)
})

test('rules are changed individually', async () => {
  await saveRules(db.http, 'one', { whitelistEnabled: true })
  const promo = { promoCode: 'violets-4711', promoDigest: promoDigest('one', 'violets-4711') }
  await saveRules(db.http, 'one', { promoCodeEnabled: true, ...promo })
  const [rules] = await queryRules(db.http, 'one')
  expect(rules).toMatchObject({
    whitelistEnabled: true,
    blacklistEnabled: false,
    promoCodeEnabled: true,
    ...promo,
  })
  expect(promoDigest('two', 'violets-4711')).not.toBe(promo.promoDigest)
})

test('lists are replaced as a whole', async () => {
  await db.transaction((tx) =>
    replaceWhitelist(tx, 'one', [
      { account: 'rB', most: 2 },
      { account: 'rA', most: 0 },
    ]),
  )
  await db.transaction((tx) =>
    replaceWhitelist(tx, 'one', [
      { account: 'rC', most: 1 },
      { account: 'rA', most: 3 },
    ]),
  )
  await db.transaction((tx) => replaceBlacklist(tx, 'one', ['rX', 'rX', 'rW']))
  expect(await queryWhitelist(db.http, 'one')).toEqual([
    { account: 'rA', most: 3 },
    { account: 'rC', most: 1 },
  ])
  expect(await queryBlacklist(db.http, 'one')).toEqual([{ account: 'rW' }, { account: 'rX' }])
})

const limits = { perAccount: 10, guessedAt: 20, perAccountWhenGuessedAt: 3 }

test('concurrent attempts are counted individually, and a correct one is not counted', async () => {
  const replies = await Promise.all(
    Array.from({ length: 15 }, () => takePromoAttempt(db.http, 'one', 'rA', limits)),
  )
  expect(replies.filter(Boolean)).toHaveLength(10)
  await returnPromoAttempt(db.http, 'one', 'rA')
  expect(await takePromoAttempt(db.http, 'one', 'rA', limits)).toBe(true)
  expect(await takePromoAttempt(db.http, 'one', 'rA', limits)).toBe(false)
  await dropPromoAttempts(db.http)
  expect(await takePromoAttempt(db.http, 'one', 'rA', limits)).toBe(false)
})

test('while many accounts guess, each has fewer attempts, and a new account still has some', async () => {
  await Promise.all(Array.from({ length: 20 }, () => countPromoMiss(db.http, 'two')))
  const attempts = async () => {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => takePromoAttempt(db.http, 'two', 'rNew', limits)),
    )
    return replies.filter(Boolean).length
  }
  expect(await attempts()).toBe(3)
  expect(await attempts()).toBe(0)
})
