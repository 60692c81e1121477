import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Catalogue, type Message, offeredLanguages, readCatalogue } from './catalogue.ts'
import { compileMessage } from './compile.ts'

const file = path.resolve(import.meta.dirname, '..', '..', 'worker', 'contract', 'page-words.gen.ts')

/** Titles and descriptions that the worker writes into pages. */
const pages = 'meta_'
/** What else it says in a person's language: on other pages than the client's, in wallets, and on devices. */
const areas = ['edge', 'sign', 'alert'] as const

const nameOf = ({ key }: Message, prefix: string) =>
  key.slice(prefix.length).replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Those that are plain text; markup is for the client's page only. */
const wordsIn = (catalogue: Catalogue, prefix: string) =>
  [...catalogue.values()].filter(
    ({ key, parameters }) => key.startsWith(prefix) && ![...parameters.values()].includes('tag'),
  )

function typeOf(message: Message, prefix: string): string {
  const fields = [...message.parameters].map(
    ([name, kind]) => `${name}: ${kind === 'count' ? 'number' : 'string'}`,
  )
  const type = fields.length === 0 ? 'string' : `(values: { ${fields.join('; ')} }) => string`
  return `${nameOf(message, prefix)}: ${type}`
}

function codeOf(message: Message, prefix: string, locale: string): string {
  const values = new Map([...message.parameters.keys()].map((name) => [name, `v.${name}`]))
  const code = compileMessage(message, values, { locale, rich: false })
  return `${nameOf(message, prefix)}: ${values.size === 0 ? code : `(v) => ${code}`},`
}

/** Lines for the words of pages, and for an object with those of each other area. */
function linesFor(catalogue: Catalogue, lineOf: (message: Message, prefix: string) => string, end: string) {
  return [
    ...wordsIn(catalogue, pages).map((message) => lineOf(message, pages)),
    ...areas.flatMap((area) => [
      `${area}: {`,
      ...wordsIn(catalogue, `${area}_`).map((message) => `  ${lineOf(message, `${area}_`)}`),
      `}${end}`,
    ]),
  ]
}

const decimalMark = (locale: string) =>
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value

function pageWords(english: Catalogue): string {
  const languages = offeredLanguages().map((locale) => {
    const lines = linesFor(readCatalogue(locale), (message, prefix) => codeOf(message, prefix, locale), ',')
    return [
      `  ${locale}: {`,
      `    decimalMark: ${JSON.stringify(decimalMark(locale))},`,
      ...lines.map((line) => `    ${line}`),
      '  },',
    ].join('\n')
  })
  return [
    '// Written by dev/messages/page-words.ts from messages. Do not edit: run `npm run messages`.',
    'export interface PageWords {',
    '  decimalMark: string',
    ...linesFor(english, typeOf, '').map((line) => `  ${line}`),
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
