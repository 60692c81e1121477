import { defaultLanguage, isLanguage, type Language } from '#contract/words/languages.ts'

/** Maximum length of an Accept-Language header; longer ones are ignored. */
const maxHeader = 500

/** Maps `pt-BR` and `PT` to Portuguese, and `zh-Hant` to Chinese. */
const languageOf = (tag: string): Language | null => {
  const language = tag.trim().toLowerCase().split('-')[0]
  return isLanguage(language) ? language : null
}

/** Returns the languages of an Accept-Language header, best first (RFC 9110, 12.5.4). */
function parseAcceptLanguage(header: string): Language[] {
  const weightedLanguages = header
    .slice(0, maxHeader)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';')
      const weight = parameters
        .map((parameter) => parameter.trim())
        .find((parameter) => parameter.startsWith('q='))
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight.slice(2)) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return weightedLanguages.flatMap(({ language }) => language ?? [])
}

/** Returns the language of a call. A page sends its own language, whatever the browser prefers. */
export function acceptedLanguage(request: Request): Language {
  const header = request.headers.get('accept-language')
  return header === null ? defaultLanguage : (parseAcceptLanguage(header)[0] ?? defaultLanguage)
}

export interface LanguageChoice {
  /** Languages in the order to try. The last one always exists. */
  languages: Language[]
  /** Language in the address, so that links from this page can preserve it. */
  isAsked: Language | null
}

/**
 * Returns the languages for a page, in order: that of its address (`?lang=de`), the visitor's choice, those of the
 * browser, and English.
 */
export function chooseLanguages(request: Request): LanguageChoice {
  const language = languageOf(new URL(request.url).searchParams.get('lang') ?? '')
  const cookie = (request.headers.get('cookie') ?? '').slice(0, 8192)
  const cookieLanguage = languageOf(/(?:^|;\s*)opx_lang=([a-z]{2})\b/.exec(cookie)?.[1] ?? '')
  const preferences: (Language | null)[] = [
    language,
    cookieLanguage,
    ...parseAcceptLanguage(request.headers.get('accept-language') ?? ''),
    defaultLanguage,
  ]
  const languages = [...new Set(preferences.filter((language) => language !== null))]
  // Visitors who prefer English do not get a language that they list after English.
  return { languages: languages.slice(0, languages.indexOf(defaultLanguage) + 1), isAsked: language }
}
