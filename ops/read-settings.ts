import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { unstable_readConfig as readConfig } from 'wrangler'
import { Environment } from '#worker/env.ts'

export const configPath = path.join(import.meta.dirname, '../wrangler.toml')

/**
 * Returns the settings of the worker: the [vars] of wrangler.toml, then a file of NAME=value lines, then the
 * environment. The file `.dev.vars` may be missing.
 */
export async function readSettings(file: string): Promise<Record<string, string>> {
  const vars = Object.entries(readConfig({ config: configPath }).vars).map(([name, value]) => [
    name,
    String(value),
  ])
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && file === '.dev.vars') return ''
    throw error
  })
  const names = new Set(Object.keys(Environment.entries))
  const environment = Object.entries(process.env).filter(([name]) => names.has(name))
  return Object.fromEntries([...vars, ...Object.entries(parseEnv(text)), ...environment])
}
