import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'

const PreviousRelease = v.object({
  /** The commit of the release. */
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40}$/)),
  /** Its latest migration. */
  migration: v.string(),
})

/** Returns the release from which the next one upgrades: its worker must run with every later migration. */
export function readPreviousRelease(
  root = path.resolve(import.meta.dirname, '..', '..'),
): v.InferOutput<typeof PreviousRelease> {
  const file = path.join(root, 'ops', 'release', 'previous.json')
  return v.parse(PreviousRelease, JSON.parse(readFileSync(file, 'utf8')))
}
