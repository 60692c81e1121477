import type { Logger } from '#worker/domain/context.ts'

/** Field names whose values are always redacted from log lines, at any depth. */
const secret = /token|secret|seed|authorization|cookie|password|blob|promo/i

function clean(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, secret.test(name) ? '[hidden]' : value]),
  )
}

/** Creates a logger that writes one JSON object per line, the format that Workers Logs parses. */
export function createLogger(requestId: string, quiet: boolean): Logger {
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, facts: Record<string, unknown> = {}) => {
      if (quiet && level === 'info') return
      // Workers Logs collects the console output. Lint allows console calls in this file only.
      console[level === 'info' ? 'log' : level](JSON.stringify({ level, event, requestId, ...clean(facts) }))
    }
  return { info: line('info'), warn: line('warn'), error: line('error') }
}
