// Repository rules that the linter cannot express; part of `npm run check`.
import { readFileSync } from 'node:fs'
import { missingDocuments } from './citations.ts'
import { upwardImports } from './domain-order.ts'
import { literalConstants } from './ledger-constants.ts'
import { catalogueProblems, sentenceProblems } from './messages.ts'
import { sourceFiles } from './source-files.ts'
import { textsOutsideCatalogue } from './texts.ts'

// The test of these gates breaks every rule on purpose.
const files = sourceFiles(['worker', 'db', 'web', 'dev', 'tests', 'bench']).filter(
  ({ path }) => path !== 'tests/unit/gates.test.ts',
)
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const documents = [...pages, ...sourceFiles(['docs', 'bench', 'dev'], /\.md$/)]
const problems = [
  ...upwardImports(files),
  ...literalConstants(files),
  ...catalogueProblems(files.filter(({ path }) => path.startsWith('web/'))),
  ...textsOutsideCatalogue(files),
  ...sentenceProblems(files.filter(({ path }) => path.startsWith('worker/') && !path.endsWith('.gen.ts'))),
  ...missingDocuments([...files, ...documents]),
]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
