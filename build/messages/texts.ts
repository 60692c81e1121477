import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { keyOf } from './catalogue.ts'
import { callsIn } from './calls.ts'
import { keysIn } from './index-page.ts'

/** A text in the code: its key in the catalogues, the English text, and the files that use it. */
export interface Text {
  text: string
  files: string[]
}

const root = path.resolve(import.meta.dirname, '..', '..')

/** The texts of a file by their keys. */
function textsIn(file: string): [key: string, text: string][] {
  const code = readFileSync(path.join(root, file), 'utf8')
  if (file.endsWith('.html')) return keysIn(code).map((key) => [key, key.split(' | ').at(-1) ?? key])
  try {
    return (callsIn(file, code)?.calls ?? []).map(({ text, context }) => [keyOf(text, context), text])
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

/** All texts of the client and the worker, by their keys. */
export function readTexts(): Map<string, Text> {
  const texts = new Map<string, Text>()
  const files = globSync(['{contract,draw-verifier,web,worker}/**/*.{ts,tsx}', 'web/*.html'], {
    cwd: root,
  }).toSorted()
  for (const file of files)
    for (const [key, text] of textsIn(file)) {
      const { files: earlierFiles } = texts.get(key) ?? { files: [] }
      texts.set(key, { text, files: [...earlierFiles, file] })
    }
  return texts
}

/**
 * The area of texts that the worker shows, together with the contract and the draw verifier. Its translations are part
 * of the worker.
 */
export const workerArea = 'worker'

/**
 * Returns the area of a text: the client folder that uses it, `common` if several folders use it, or the area of the
 * worker.
 */
export function areaOf({ files }: Text): string {
  if (files.some((file) => !file.startsWith('web/'))) return workerArea
  const areas = new Set(files.map((file) => /^web\/(?:features\/)?([\w-]+)\/./.exec(file)?.[1] ?? 'page'))
  const [area = 'common'] = areas
  return areas.size === 1 ? area : 'common'
}
