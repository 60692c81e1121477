import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#db/schema/index.ts'
import { unlistedTables } from '#tests/gates/backup-tables.ts'
import { missingDocuments } from '#tests/gates/citations.ts'
import { upwardImports } from '#tests/gates/subject-order.ts'
import { literalConstants } from '#tests/gates/ledger-constants.ts'

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

test('every table of the schema is in one list of the backup', () => {
  expect(unlistedTables(schema)).toEqual([])
  const added = pgTable('surprises', { id: text() })
  expect(unlistedTables({ ...schema, added })).toEqual([
    'surprises is in no list of ops/backup/tables.ts: say how it comes back after a restore.',
  ])
})
