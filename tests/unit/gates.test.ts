import { expect, test } from 'vitest'
import { upwardImports } from '#tests/gates/domain-order.ts'

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
