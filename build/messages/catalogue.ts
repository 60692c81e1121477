import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { defaultLanguage, languageNames } from '#contract/words/languages.ts'

/** A value of a message: a text, a number, or the element of a tag. */
export type Parameter = 'text' | 'count' | 'tag'

export interface Message {
  parts: MessageFormatElement[]
  parameters: Map<string, Parameter>
}

/** Translations by their English text. */
export type Catalogue = Map<string, string>

/** English text, lengthened and accented to reveal cut and untranslated texts. */
export const pseudoLocale = 'en-XA'

export const catalogueFolder = path.resolve(import.meta.dirname, '..', '..', 'messages')

/**
 * The key of a text in the catalogues: "Sold", or "event | Sold" if the same English text has another meaning
 * elsewhere.
 */
export const keyOf = (text: string, context: string | undefined): string =>
  context === undefined ? text : `${context} | ${text}`

function addParameter(parameters: Map<string, Parameter>, name: string, kind: Parameter): void {
  // A text that looks like a number is used as a number.
  if (kind === 'text' && parameters.has(name)) return
  parameters.set(name, kind)
}

function findParameters(parts: MessageFormatElement[], parameters = new Map<string, Parameter>()) {
  for (const part of parts) {
    if (part.type === TYPE.argument) addParameter(parameters, part.value, 'text')
    else if (part.type === TYPE.number && !part.style) addParameter(parameters, part.value, 'count')
    else if (part.type === TYPE.tag) {
      addParameter(parameters, part.value, 'tag')
      findParameters(part.children, parameters)
    } else if (part.type === TYPE.plural || part.type === TYPE.select) {
      addParameter(parameters, part.value, part.type === TYPE.plural ? 'count' : 'text')
      for (const { value } of Object.values(part.options)) findParameters(value, parameters)
    } else if (part.type !== TYPE.literal && part.type !== TYPE.pound)
      throw new Error('Dates and number formats belong in the code, not in messages.')
  }
  return parameters
}

/** @throws Error with the text, if it is not in ICU MessageFormat or uses an unknown format */
export function parseMessage(text: string): Message {
  try {
    const parts = parse(text, { shouldParseSkeletons: false })
    return { parts, parameters: findParameters(parts) }
  } catch (error) {
    throw new Error(
      `The message “${text}” cannot be read: ${error instanceof Error ? error.message : error}`,
      {
        cause: error,
      },
    )
  }
}

/** The areas of a language. Each has its own file of translations. */
export const areasOf = (language: string): string[] =>
  readdirSync(path.join(catalogueFolder, language))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5))
    .toSorted()

export function readArea(language: string, area: string): Catalogue {
  const file = path.join(catalogueFolder, language, `${area}.json`)
  const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return new Map(Object.entries(texts))
}

const hasFolder = (language: string): boolean => readdirSync(catalogueFolder).includes(language)

/**
 * Reads the translations of a language; none for English, which is in the code, and for the pseudo-locale, which is
 * derived from it.
 */
export const readCatalogue = (language: string): Catalogue =>
  hasFolder(language)
    ? new Map(areasOf(language).flatMap((area) => [...readArea(language, area)]))
    : new Map()

/** The languages that visitors can choose. A text without a translation is shown in English. */
export const offeredLanguages = (): string[] =>
  Object.keys(languageNames).filter((language) => language === defaultLanguage || hasFolder(language))
