import { expect, test } from 'vitest'
import { upwardImports } from '#tests/gates/domain-order.ts'
import { literalConstants } from '#tests/gates/ledger-constants.ts'

const path = 'worker/domain/sign-request/x.ts'

test('a subject imports only from subjects below it, types included', () => {
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
    'worker/domain/unknown/x.ts: give unknown a place in tests/gates/domain-order.ts.',
  ])
})

test('constants of the ledger are written out in one file only', () => {
  const epoch = `946_${684}_800`
  const text = [
    'const a = 1',
    `const epoch = ${epoch}`,
    `const sell = { Flags: ${1} }`,
    `tx.Flags === ${1}`,
  ].join('\n')
  const lines = (path: string) => literalConstants([{ path, text }]).map((problem) => problem.split(' ')[0])
  expect(lines('web/kit/x.ts')).toEqual(['web/kit/x.ts:2', 'web/kit/x.ts:3', 'web/kit/x.ts:4'])
  expect(lines('worker/contract/ledger.ts')).toEqual([])
  expect(lines('dev/ledger/x.ts')).toEqual([])
})
