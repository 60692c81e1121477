import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { defaultLanguage, languageNames } from '#worker/contract/languages.ts'

/** A parameter of a message: a text, a number, markup around a part of it, or one of these words. */
export type Parameter = 'text' | 'count' | 'tag' | string[]

export interface Message {
  /** Area and name: `nft_buy_confirm`. */
  key: string
  parts: MessageFormatElement[]
  parameters: Map<string, Parameter>
}

export type Catalogue = Map<string, Message>

/** English, made longer and accented, to find cut and untranslated texts. */
export const pseudoLocale = 'en-XA'

const folder = path.resolve(import.meta.dirname, '..', '..', 'messages')

function addParameter(found: Map<string, Parameter>, name: string, kind: Parameter): void {
  const known = found.get(name)
  // A text that is also a number or a choice is used as that.
  if (known !== undefined && kind === 'text') return
  if (known !== undefined && known !== 'text' && String(known) !== String(kind))
    throw new Error(`{${name}} is used in two ways.`)
  found.set(name, kind)
}

function findParameters(parts: MessageFormatElement[], found = new Map<string, Parameter>()) {
  for (const part of parts) {
    if (part.type === TYPE.argument) addParameter(found, part.value, 'text')
    else if (part.type === TYPE.number && !part.style) addParameter(found, part.value, 'count')
    else if (part.type === TYPE.tag) {
      addParameter(found, part.value, 'tag')
      findParameters(part.children, found)
    } else if (part.type === TYPE.plural || part.type === TYPE.select) {
      const words = Object.keys(part.options).filter((word) => word !== 'other')
      addParameter(found, part.value, part.type === TYPE.plural ? 'count' : words.toSorted())
      for (const { value } of Object.values(part.options)) findParameters(value, found)
    } else if (part.type !== TYPE.literal && part.type !== TYPE.pound)
      throw new Error('Dates and formats of numbers are written by the code, not by messages.')
  }
  return found
}

/** @throws Error with the key, for a text that is not in ICU MessageFormat or uses a format of its own */
export function parseMessage(key: string, text: string): Message {
  try {
    const parts = parse(text, { shouldParseSkeletons: false })
    return { key, parts, parameters: findParameters(parts) }
  } catch (error) {
    throw new Error(`The message ${key} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

export const catalogueFolder = folder

function readTexts(language: string, area: string): [string, string][] {
  const texts: unknown = JSON.parse(readFileSync(path.join(folder, language, `${area}.json`), 'utf8'))
  return Object.entries(texts as Record<string, string>)
}

/** All messages of a language, by key; the pseudo-locale is made from English. */
export function readCatalogue(language: string): Catalogue {
  const source = language === pseudoLocale ? defaultLanguage : language
  const names = readdirSync(path.join(folder, source)).filter((name) => name.endsWith('.json'))
  const messages = names.toSorted().flatMap((name) => {
    const area = name.slice(0, -5)
    return readTexts(source, area).map(([own, text]) => parseMessage(`${area}_${own}`, text))
  })
  return new Map(messages.map((message) => [message.key, message]))
}

const hasFolder = (language: string): boolean => readdirSync(folder).includes(language)

const signature = ({ parameters }: Message) =>
  [...parameters]
    .map(([name, kind]) => `${name}: ${Array.isArray(kind) ? kind.join(' | ') : kind}`)
    .toSorted()
    .join(', ')

/** What is wrong with a translation, as sentences: nothing when it is complete and agrees with English. */
export function disagreements(language: string, translated: Catalogue, english: Catalogue): string[] {
  const missing = [...english.keys()].filter((key) => !translated.has(key))
  const problems = missing.map((key) => `${language}: the message ${key} is missing.`)
  for (const message of translated.values()) {
    const original = english.get(message.key)
    if (original === undefined) problems.push(`${language}: English has no message ${message.key}.`)
    else if (signature(original) !== signature(message))
      problems.push(
        `${language}: ${message.key} has the parameters (${signature(message)}), English (${signature(original)}).`,
      )
  }
  return problems
}

/** The languages that visitors can have: those with a catalogue that is complete. */
export function offeredLanguages(): string[] {
  const english = readCatalogue(defaultLanguage)
  return Object.keys(languageNames).filter(
    (language) =>
      language === defaultLanguage ||
      (hasFolder(language) && disagreements(language, readCatalogue(language), english).length === 0),
  )
}

/** Languages with a folder, complete or not. */
export const startedLanguages = (): string[] => Object.keys(languageNames).filter(hasFolder)
