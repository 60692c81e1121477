import { createHash } from 'node:crypto'
import {
  amendmentsIndex,
  readAmendments,
  readServerInfo,
  type ServerProblem,
} from '#worker/ledger/server-health.ts'
import type { ServerAnswer, ServerRotation } from './port.ts'
import { ask, type TransportSettings } from './transport.ts'

/** Timeout of a check: short, because the follower waits for it. */
const checkTimeoutMs = 3000

const idOf = (url: string) => createHash('sha256').update(url).digest('hex').slice(0, 16)

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return 'not an address'
  }
}

async function askAbout(
  url: string,
  withAmendments: boolean,
  settings: TransportSettings,
): Promise<ServerAnswer | null> {
  const facts = readServerInfo(await ask(url, 'server_info', {}, settings))
  if (facts === null) return null
  if (!withAmendments) return { ...facts, amendments: null }
  // Every validated ledger contains this entry, while some public servers do not allow `feature`.
  const entry = await ask(
    url,
    'ledger_entry',
    { index: amendmentsIndex, ledger_index: 'validated' },
    settings,
  ).catch(() => null)
  return { ...facts, amendments: readAmendments(entry) }
}

/** Returns the rotation, and `problems`: the servers that are out of rotation by address, for the transport. */
export function createServerRotation(settings: TransportSettings): {
  rotation: ServerRotation
  problems: ReadonlyMap<string, ServerProblem>
} {
  const urls = new Map(settings.urls.map((url) => [idOf(url), url]))
  const problems = new Map<string, ServerProblem>()
  const checks = { ...settings, timeoutMs: Math.min(settings.timeoutMs, checkTimeoutMs) }
  return {
    problems,
    rotation: {
      servers: [...urls].map(([id, url]) => ({ id, host: hostOf(url) })),
      async askServer(id, withAmendments) {
        const url = urls.get(id)
        if (url === undefined) return null
        try {
          return await askAbout(url, withAmendments, checks)
        } catch {
          // Every server supports server_info, so an error reply also counts as no answer.
          return null
        }
      },
      rotate(answer) {
        problems.clear()
        for (const [id, problem] of answer) {
          const url = urls.get(id)
          if (url !== undefined) problems.set(url, problem)
        }
      },
    },
  }
}
