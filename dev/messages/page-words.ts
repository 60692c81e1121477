import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, type Message, offeredLanguages, readCatalogue } from './catalogue.ts'
import { compileMessage } from './compile.ts'

const file = path.resolve(import.meta.dirname, '..', '..', 'worker', 'contract', 'page-words.gen.ts')

/** Titles and descriptions that the worker writes into pages. */
const area = 'meta_'

const nameOf = ({ key }: Message) =>
  key.slice(area.length).replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Those that are plain text; markup is for the client's page only. */
const wordsIn = (catalogue: Catalogue) =>
  [...catalogue.values()].filter(
    ({ key, parameters }) => key.startsWith(area) && ![...parameters.values()].includes('tag'),
  )

function typeOf(message: Message): string {
  const fields = [...message.parameters].map(
    ([name, kind]) => `${name}: ${kind === 'count' ? 'number' : 'string'}`,
  )
  const type = fields.length === 0 ? 'string' : `(values: { ${fields.join('; ')} }) => string`
  return `  ${nameOf(message)}: ${type}`
}

function codeOf(message: Message, locale: string): string {
  const values = new Map([...message.parameters.keys()].map((name) => [name, `v.${name}`]))
  const code = compileMessage(message, values, { locale, rich: false })
  return `    ${nameOf(message)}: ${values.size === 0 ? code : `(v) => ${code}`},`
}

function pageWords(english: Catalogue): string {
  const languages = offeredLanguages().map((locale) => {
    const words = wordsIn(readCatalogue(locale)).map((message) => codeOf(message, locale))
    return [`  ${locale}: {`, ...words, '  },'].join('\n')
  })
  return [
    '// Written by dev/messages/page-words.ts from messages/*/meta.json. Do not edit: run `npm run messages`.',
    'export interface PageWords {',
    ...wordsIn(english).map(typeOf),
    '}',
    '',
    'export const pageWords: { en: PageWords } & Record<string, PageWords | undefined> = {',
    ...languages,
    '}',
    '',
  ].join('\n')
}

export const arePageWordsCurrent = (english: Catalogue): boolean =>
  readFileSync(file, 'utf8') === pageWords(english)

export function writePageWords(english: Catalogue): void {
  writeFileSync(file, pageWords(english))
}
