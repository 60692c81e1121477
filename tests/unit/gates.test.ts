import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#db/schema/index.ts'
import { unlistedTables } from '#tests/gates/backup-tables.ts'
import { narrowMigrations } from '#tests/gates/migrations.ts'
import { missingDocuments } from '#tests/gates/citations.ts'
import { upwardImports } from '#tests/gates/subject-order.ts'
import { literalConstants } from '#tests/gates/ledger-constants.ts'
import { testProblems } from '#tests/gates/test-rules.ts'

const path = 'worker/domain/sign-request/x.ts'

test('a subject imports only from lower subjects, including types', () => {
  const problems = upwardImports([
    { path, text: "import type { Sale } from '#worker/domain/trade/sale.ts'" },
    { path, text: "import { openJournal } from '#worker/domain/journal/open.ts'" },
    { path, text: "import { apply } from '#worker/domain/ledger-index/apply.ts'" },
    { path, text: "import { resolve } from './resolve.ts'" },
    { path: 'worker/domain/unknown/x.ts', text: '' },
  ])
  expect(problems).toEqual([
    `${path} imports worker/domain/trade/sale.ts: sign-request stands below or beside trade.`,
    `${path} imports worker/domain/journal/open.ts: sign-request stands below or beside journal.`,
    'worker/domain/unknown/x.ts: give unknown a place in tests/gates/subject-order.ts.',
  ])
})

test('ledger constants are defined in one file only', () => {
  const epoch = `946_${684}_800`
  const text = [
    'const a = 1',
    `const epoch = ${epoch}`,
    `const sell = { Flags: ${1} }`,
    `tx.Flags === ${1}`,
  ].join('\n')
  const lines = (path: string) => literalConstants([{ path, text }]).map((problem) => problem.split(' ')[0])
  expect(lines('web/kit/x.ts')).toEqual(['web/kit/x.ts:2', 'web/kit/x.ts:3', 'web/kit/x.ts:4'])
  expect(lines('contract/rules/ledger.ts')).toEqual([])
  expect(lines('local-ledger/x.ts')).toEqual([])
})

test('tests read rows through helpers, except tests whose subject is SQL', () => {
  const text = [
    'await world.query("select 1 from nfts")',
    'await world.query(`',
    'await world.query("update nfts set burned = true")',
    'tx.execute(sql`select 1`)',
  ].join('\n')
  const lines = (path: string) => testProblems([{ path, text }]).map((problem) => problem.split(' ')[0])
  expect(lines('tests/worker/sync.test.ts')).toEqual(['tests/worker/sync.test.ts:1'])
  expect(lines('tests/worker/transactions.test.ts')).toEqual([])
  expect(lines('tests/worker/helpers.ts')).toEqual([])
})

test('a test has at most 60 lines, also when it has cases', () => {
  const ofLines = (begin: string, count: number, end: string) =>
    [begin, ...Array.from({ length: count - 2 }, () => '  act()'), end].join('\n')
  const problems = (text: string) => testProblems([{ path: 'tests/unit/x.test.ts', text }])
  expect(problems(ofLines("test('a', () => {", 60, '})'))).toEqual([])
  expect(problems(ofLines("test('a', () => {", 61, '})'))).toHaveLength(1)
  expect(problems(ofLines("  longTest(\n    'a',", 61, '  )'))).toHaveLength(1)
  expect(problems(ofLines("test.each([\n  1,\n])('%s', () => {", 61, '})'))).toHaveLength(1)
})

test('code and documents cite only documents that exist', () => {
  const existing = ['docs/money.md', 'docs/decisions/README.md', 'local-ledger/README.md']
  const problems = missingDocuments(
    [
      { path: 'worker/a.ts', text: '// See docs/money.md and docs/payments.md.' },
      { path: 'local-ledger/b.ts', text: '// See README.md.' },
      {
        path: 'docs/decisions/x.md',
        text: '[a](README.md) [b](../money.md#fees) [c](https://x.org/y.md) [d](gone.md)',
      },
    ],
    (path) => existing.includes(path),
  )
  expect(problems).toEqual([
    'worker/a.ts cites docs/payments.md, which does not exist.',
    'docs/decisions/x.md cites docs/decisions/gone.md, which does not exist.',
  ])
})

test('a migration after the previous release only expands, unless it says why not', () => {
  const problemsOf = (text: string, tag = '0020_next') =>
    narrowMigrations([{ path: `migrations/${tag}.sql`, text }], '0019_last').map((problem) =>
      problem.split(':')[0]?.replace('migrations/0020_next.sql ', ''),
    )
  expect(problemsOf('CREATE TABLE "a" ("b" text NOT NULL);\nALTER TABLE "c" ADD COLUMN "d" bigint;')).toEqual(
    [],
  )
  expect(problemsOf('ALTER TABLE "a" ADD COLUMN "b" int DEFAULT 0 NOT NULL;')).toEqual([])
  expect(problemsOf('ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;')).toEqual([])
  expect(problemsOf('ALTER TABLE "a" DROP COLUMN "b";')).toEqual(['drops something'])
  expect(problemsOf('DROP TABLE "a";', '0019_last')).toEqual([])
  expect(problemsOf('-- Contracts: unused since 1.1.\nDROP TABLE "a";')).toEqual([])
  expect(problemsOf('ALTER TABLE "a" RENAME TO "b";')).toEqual(['renames something'])
  expect(problemsOf('ALTER TABLE "a" ADD COLUMN "b" int NOT NULL;')).toEqual([
    'adds a column that the previous worker does not fill',
  ])
  expect(problemsOf('UPDATE "a" SET "b" = 1;')).toEqual(['changes rows'])
  expect(problemsOf('-- Few rows: one per operator.\nUPDATE "a" SET "b" = 1;')).toEqual([])
})

test('every table of the schema is in one list of the backup', () => {
  expect(unlistedTables(schema)).toEqual([])
  const added = pgTable('surprises', { id: text() })
  expect(unlistedTables({ ...schema, added })).toEqual([
    'surprises is in no list of ops/backup/tables.ts: say how it comes back after a restore.',
  ])
})
