import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalogue, Parameter } from './catalogue.ts'

const file = path.resolve(import.meta.dirname, '..', '..', 'web', 'messages.gen.ts')

const typeOf = (kind: Parameter) => JSON.stringify(kind)

/** The keys and parameters of all messages as TypeScript, from the English catalogue. */
export function typesOf(catalogue: Catalogue): string {
  const lines = [...catalogue.values()].map(({ key, parameters }) => {
    const fields = [...parameters].map(([name, kind]) => `${name}: ${typeOf(kind)}`)
    return `  ${key}: {${fields.length === 0 ? '' : ` ${fields.join('; ')} `}}`
  })
  return [
    '// Written by dev/messages/types.ts from messages/en. Do not edit: run `npm run messages`.',
    'export interface Catalogue {',
    ...lines,
    '}',
    '',
  ].join('\n')
}

function readTypes(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export const areTypesCurrent = (catalogue: Catalogue): boolean => readTypes() === typesOf(catalogue)

export function writeTypes(catalogue: Catalogue): void {
  if (!areTypesCurrent(catalogue)) writeFileSync(file, typesOf(catalogue))
}
