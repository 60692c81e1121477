// `npm run doctor -- [--settings FILE] [--site ORIGIN] [--json]` checks a deployment before and after it goes live.
// The settings are the [vars] of wrangler.toml, then FILE (NAME=value lines, .dev.vars by default), then the environment.
// Exit code 1 if there is a fault. Prints no secret.
import { parseArgs } from 'node:util'
import { configPath, readSettings } from '#ops/read-settings.ts'
import { examine } from './doctor.ts'
import type { Finding } from './finding.ts'

const { values } = parseArgs({
  options: {
    settings: { type: 'string', default: '.dev.vars' },
    site: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ', skipped: 'skipped' }

function printTable(findings: Finding[]): void {
  const width = Math.max(...findings.map(({ area }) => area.length))
  for (const { state, area, message, remedy } of findings) {
    console.log(`${marks[state]}  ${area.padEnd(width)}  ${message}`)
    if (remedy !== '') console.log(`${' '.repeat(width + 11)}→ ${remedy}`)
  }
}

const findings = await examine({
  settings: await readSettings(values.settings),
  configPath,
  site: values.site ?? null,
})
const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
if (values.json)
  console.log(JSON.stringify({ faults: count('fault'), warnings: count('warning'), findings }, null, 2))
else {
  printTable(findings)
  console.log(`${count('fault')} faults, ${count('warning')} warnings`)
}
process.exitCode = count('fault') === 0 ? 0 : 1
