import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** The subjects of `worker/domain`, bottom up; see docs/architecture.md. Subjects of one level do not import each other. */
const levels = [
  ['context.ts'],
  ['stages.ts', 'quotas.ts'],
  ['event'],
  ['ledger-index', 'media', 'metadata', 'prices', 'idempotency', 'people', 'statement'],
  ['part'],
  ['sign-request', 'journal', 'nft', 'pin', 'upload'],
  ['batch', 'session', 'account'],
  ['mint'],
  ['collection', 'watchlist', 'notification', 'webhook'],
  ['draw'],
  ['market', 'demand', 'sync'],
  ['admin', 'trade'],
  ['random', 'cart', 'swap'],
  ['purposes.ts', 'due-work.ts'],
]

const root = 'worker/domain'
const levelOf = new Map(levels.flatMap((subjects, level) => subjects.map((subject) => [subject, level])))

function subjectOf(path: string): string | null {
  return path.startsWith(`${root}/`) ? (path.slice(root.length + 1).split('/')[0] ?? null) : null
}

/** Imports within `worker/domain` that do not go downwards, including types, as messages. */
export function upwardImports(files: SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const subject = subjectOf(path)
    if (subject === null) return []
    const level = levelOf.get(subject)
    if (level === undefined) return [`${path}: give ${subject} a place in tests/gates/domain-order.ts.`]
    const imported = [...text.matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, target = '']) =>
      target.startsWith('.') ? join(dirname(path), target) : target.replace('#', ''),
    )
    return imported.flatMap((target) => {
      const other = subjectOf(target)
      if (other === null || other === subject || (levelOf.get(other) ?? levels.length) < level) return []
      return [`${path} imports ${target}: ${subject} stands below or beside ${other}.`]
    })
  })
}
