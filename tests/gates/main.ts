// Checks repository rules that the linter cannot express. Part of `npm run check`.
import { readFileSync } from 'node:fs'
import * as schema from '#db/schema/index.ts'
import { unlistedTables } from './backup-tables.ts'
import { missingDocuments } from './citations.ts'
import { narrowMigrations } from './migrations.ts'
import { closedLicences } from '#ops/release/licences.ts'
import { readPreviousRelease } from '#ops/release/previous-release.ts'
import { upwardImports } from './subject-order.ts'
import { literalConstants } from './ledger-constants.ts'
import { readTexts } from '#build/messages/texts.ts'
import { checkCatalogues } from './messages.ts'
import { sourceFiles } from './source-files.ts'
import { testProblems } from './test-rules.ts'

// Excludes the test of these gates, which breaks every rule on purpose.
const files = sourceFiles([
  'contract',
  'draw-verifier',
  'worker',
  'db',
  'web',
  'local-ledger',
  'local',
  'build',
  'ops',
  'tests',
  'bench',
]).filter(({ path }) => path !== 'tests/unit/gates.test.ts')
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const documents = [
  ...pages,
  ...sourceFiles(['docs', 'draw-verifier', 'bench', 'local-ledger', 'build'], /\.md$/),
]
const catalogues = checkCatalogues(readTexts())
const problems = [
  ...upwardImports(files),
  ...literalConstants(files),
  ...testProblems(files),
  ...catalogues.problems,
  ...missingDocuments([...files, ...documents]),
  ...unlistedTables(schema),
  ...closedLicences(readFileSync('package-lock.json', 'utf8')),
  ...narrowMigrations(sourceFiles(['migrations'], /\.sql$/), readPreviousRelease().migration),
]
if (catalogues.missing > 0)
  console.log(`${catalogues.missing} translations are missing: \`npm run messages\` names them.`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
