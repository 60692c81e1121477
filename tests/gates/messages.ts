import {
  areasOf,
  type Catalogue,
  offeredLanguages,
  parseMessage,
  readArea,
  readCatalogue,
} from '#build/messages/catalogue.ts'
import { areaOf, type Text, workerArea } from '#build/messages/texts.ts'
import { defaultLanguage } from '#contract/words/languages.ts'

const parametersOf = (text: string) =>
  [...parseMessage(text).parameters]
    .map(([name, kind]) => `${name}: ${kind}`)
    .toSorted()
    .join(', ')

/**
 * Returns the problems of a language's translations, as sentences. A missing translation is no problem: the text is English
 * until it is added.
 */
export function translationProblems(
  language: string,
  translations: Catalogue,
  texts: ReadonlyMap<string, Text>,
): string[] {
  return [...translations].flatMap(([key, translation]) => {
    const english = texts.get(key)?.text
    if (english === undefined)
      return [`${language}: no code has the text “${key}”. Run \`npm run messages\`.`]
    const [values, expected] = [parametersOf(translation), parametersOf(english)]
    return values === expected
      ? []
      : [`${language}: “${key}” has the values (${values}), English (${expected}).`]
  })
}

/** Translations of the worker's texts that are not in its area, so that it would show them in English. */
function misplacedTranslations(language: string, texts: ReadonlyMap<string, Text>): string[] {
  return areasOf(language)
    .filter((area) => area !== workerArea)
    .flatMap((area) => [...readArea(language, area).keys()])
    .filter((key) => {
      const text = texts.get(key)
      return text !== undefined && areaOf(text) === workerArea
    })
    .map((key) => `${language}: the worker says “${key}”, too. Run \`npm run messages\`.`)
}

/** The problems of all catalogues, and how many translations they lack. */
export function checkCatalogues(texts: ReadonlyMap<string, Text>): { problems: string[]; missing: number } {
  const problems = [...texts.values()].flatMap(({ text, files }) => {
    try {
      parseMessage(text)
      return []
    } catch (error) {
      return [`${files[0]}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  let missing = 0
  for (const language of offeredLanguages()) {
    if (language === defaultLanguage) continue
    const translations = readCatalogue(language)
    problems.push(
      ...translationProblems(language, translations, texts),
      ...misplacedTranslations(language, texts),
    )
    missing += [...texts.keys()].filter((key) => !translations.has(key)).length
  }
  return { problems, missing }
}
