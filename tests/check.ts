// `npm run check`: format, lint with the import rules, types, unused code and dependencies, and the repository's own
// rules. Takes seconds and needs no services.
import { run } from './processes.ts'

const gates: [name: string, command: string, args: string[]][] = [
  ['format', 'biome', ['format', '.']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['types', 'npm', ['run', 'types', '--silent']],
  ['unused', 'knip', ['--no-progress']],
  ['gates', 'node', ['tests/gates/main.ts']],
]

/**
 * Runs the gates concurrently. Returns how many passed and failed, and the failed ones with the end of their output.
 */
export async function check(): Promise<{ passed: number; failed: number; failures: string[] }> {
  const results = await Promise.all(
    gates.map(async ([name, command, args]) => ({ name, ...(await run(command, args, { yields: true })) })),
  )
  for (const { name, code, output, seconds } of results) {
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(1)} s)`)
    if (code !== 0) console.log(output)
  }
  const failures = results
    .filter(({ code }) => code !== 0)
    .map(({ name, output }) => `${name}\n${output.trim().split('\n').slice(-12).join('\n')}`)
  return { passed: results.length - failures.length, failed: failures.length, failures }
}

if (import.meta.main) {
  const { failed } = await check()
  process.exitCode = failed === 0 ? 0 : 1
}
