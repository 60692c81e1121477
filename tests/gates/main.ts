// Rules of the repository that the linter cannot express; part of `npm run check`.
import { upwardImports } from './domain-order.ts'
import { sourceFiles } from './source-files.ts'

const problems = upwardImports(sourceFiles(['worker/domain']))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
