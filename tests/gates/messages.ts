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
 * Returns the problems of a language's translations, as sentences. A missing translation is not a problem, because the
 * English text is shown instead.
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

/**
 * Returns translations of the worker's texts that are outside the worker's area, so that the worker would show English.
 */
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

/** Returns the problems of all catalogues and the number of missing translations. */
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
