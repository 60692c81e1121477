import { dirname, join } from 'node:path'
import type { SourceFile } from './source-files.ts'

/**
 * The subjects of a folder, bottom up; see docs/architecture.md. Subjects of the same level must not import each other.
 */
const orders: Record<string, string[][]> = {
  'worker/domain': [
    ['context.ts'],
    ['stages.ts', 'quotas.ts'],
    ['event'],
    ['ledger-index', 'media', 'prices', 'idempotency', 'people', 'statement'],
    ['part'],
    ['sign-request', 'journal', 'metadata', 'nft', 'pin', 'upload'],
    ['batch', 'session', 'account'],
    ['mint'],
    ['collection', 'watchlist', 'notification', 'webhook'],
    ['draw', 'split'],
    ['market', 'demand', 'sync'],
    ['admin', 'trade'],
    ['random', 'cart', 'swap', 'edition', 'standing-bid'],
    ['purposes.ts', 'due-work.ts'],
  ],
  'db/queries': [
    ['leases.ts', 'quotas.ts', 'event', 'idempotency', 'journal', 'ledger-index', 'media', 'mint', 'part'],
    [
      'cart',
      'people',
      'pin',
      'prices',
      'session',
      'sign-request',
      'split',
      'statement',
      'standing-bid',
      'swap',
      'sync',
    ],
    ['admin', 'draw', 'nft', 'notification', 'upload', 'webhook'],
    ['collection', 'demand', 'trade'],
    ['account', 'edition', 'market', 'random', 'watchlist'],
    ['due-work.ts'],
  ],
}

/** Returns a message for each import within one of the folders that does not point downwards. Includes type imports. */
export function upwardImports(files: SourceFile[]): string[] {
  return Object.entries(orders).flatMap(([root, levels]) => {
    const levelOf = new Map(levels.flatMap((subjects, level) => subjects.map((subject) => [subject, level])))
    const subjectOf = (path: string) =>
      path.startsWith(`${root}/`) ? (path.slice(root.length + 1).split('/')[0] ?? null) : null
    return files.flatMap(({ path, text }) => {
      const subject = subjectOf(path)
      if (subject === null) return []
      const level = levelOf.get(subject)
      if (level === undefined) return [`${path}: give ${subject} a place in tests/gates/subject-order.ts.`]
      const imported = [...text.matchAll(/(?:from|import\(?)\s*'([^']+)'/g)].map(([, target = '']) =>
        target.startsWith('.') ? join(dirname(path), target) : target.replace('#', ''),
      )
      return imported.flatMap((target) => {
        const other = subjectOf(target)
        if (other === null || other === subject || (levelOf.get(other) ?? levels.length) < level) return []
        return [`${path} imports ${target}: ${subject} stands below or beside ${other}.`]
      })
    })
  })
}
