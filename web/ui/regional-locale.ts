import { locale } from '#web/messages.ts'

/**
 * Returns the language of a locale tag; null for tags that Intl refuses. Chromium may report the system's own name of a
 * locale, such as `en-US@posix`.
 */
function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}

/**
 * Returns the locale for dates: the visitor's regional variant of the page's language, such as British English, or only
 * the language.
 */
export const regionalLocale = (): string =>
  navigator.languages.find((tag) => languageOf(tag) === locale) ?? locale
