// Rules of the repository that the linter cannot express; part of `npm run check`.
import { upwardImports } from './domain-order.ts'
import { literalConstants } from './ledger-constants.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles(['worker', 'db', 'web', 'dev', 'tests', 'bench'])
const problems = [...upwardImports(files), ...literalConstants(files)]
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
