import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..', '..')

/** Runs the project's lint rules on these files in a temporary project. Returns `file rule` for each finding. */
function findings(files: Record<string, string>): string[] {
  const dir = mkdtempSync(path.join(tmpdir(), 'opx-lint-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const project = {
    ...files,
    'package.json': JSON.stringify({
      type: 'module',
      imports: { '#web/*': './web/*', '#worker/*': './worker/*' },
    }),
    'oxlint.config.ts': `export { default } from ${JSON.stringify(path.join(root, 'oxlint.config.ts'))}`,
  }
  for (const [name, text] of Object.entries(project)) {
    const file = path.join(dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const oxlint = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: dir,
    encoding: 'utf8',
  })
  try {
    const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(stdout)
    return diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted()
  } catch {
    throw new Error(`oxlint said: ${stdout}${stderr}`)
  }
}

test('a feature imports neither another feature nor a route, and the kit imports no feature', () => {
  const errors = findings({
    'web/features/nft/page.ts':
      "import { Card } from '#web/features/market/card.ts'\nimport { Amount } from '#web/kit/amount.ts'\nexport const page = [Card, Amount]\n",
    'web/features/market/card.ts': "export const Card = 'card'\n",
    'web/kit/amount.ts': "import { Card } from '#web/features/market/card.ts'\nexport const Amount = Card\n",
  })
  expect(errors).toEqual([
    'web/features/nft/page.ts eslint(no-restricted-imports)',
    'web/kit/amount.ts eslint(no-restricted-imports)',
  ])
})

test('code of a page is loaded in a way that waits for the network', () => {
  const code = "import { lazy } from 'react'\nexport const Part = lazy(() => import('./part.tsx'))\n"
  const errors = findings({
    'web/kit/a.ts': code,
    'web/features/nft/b.ts': code,
    'web/ui/lazy-code.ts': code,
  })
  expect(errors).toEqual([
    'web/features/nft/b.ts eslint(no-restricted-imports)',
    'web/kit/a.ts eslint(no-restricted-imports)',
  ])
})

test('import cycles are refused, also those of types only', () => {
  const errors = findings({
    'worker/ledger/a.ts': "import type { B } from './b.ts'\nexport type A = B | null\nexport const one = 1\n",
    'worker/ledger/b.ts':
      "import { one } from './a.ts'\nexport type B = number\nexport const two = one + 1\n",
  })
  expect(errors).toEqual(['worker/ledger/a.ts import(no-cycle)', 'worker/ledger/b.ts import(no-cycle)'])
})

test('server code imports neither the web framework nor the client', () => {
  const errors = findings({
    'worker/domain/trade/a.ts': "import { Hono } from 'hono'\nexport const app = new Hono()\n",
    'contract/b.ts': "import { call } from '#web/api/call.ts'\nexport const c = call\n",
    'web/api/call.ts': 'export const call = 1\n',
  })
  expect(errors).toEqual([
    'contract/b.ts eslint(no-restricted-imports)',
    'worker/domain/trade/a.ts eslint(no-restricted-imports)',
  ])
})
