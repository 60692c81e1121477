// `npm run release -- 1.0.0` checks the tree and prepares a release: it runs all tests, sets the version, moves the
// entries of the changelog, and writes notes, a licence report and an SBOM into dist/release. It commits nothing.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { prepareRelease, ReleaseFault } from './prepare.ts'

const root = path.resolve(import.meta.dirname, '..', '..')
const [version = ''] = process.argv.slice(2)

/** Runs a command in the repository. Returns true if it succeeds. */
const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: process.env }).status === 0

try {
  const files = prepareRelease({
    root,
    version,
    now: new Date(),
    checks: [
      { name: 'translations', holds: () => run('npm', ['run', '--silent', 'messages', '--', '--release']) },
      { name: 'rules', holds: () => run('npm', ['run', '--silent', 'check']) },
      { name: 'tests', holds: () => run('npm', ['run', '--silent', 'test:all']) },
    ],
  })
  console.log(`${files.join('\n')}

Read the notes, then:
  git commit -am "chore(release): ${version}" && git tag -a ${version} -m "OPX ${version}"
  npm run build && npx wrangler deploy`)
} catch (error) {
  if (!(error instanceof ReleaseFault)) throw error
  console.error(error.message)
  process.exitCode = 1
}
