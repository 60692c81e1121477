import { locale } from '#web/messages.ts'

/** Null for what Intl refuses: Chromium may report the system's own name of a locale, such as `en-US@posix`. */
function languageOf(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language
  } catch {
    return null
  }
}

/** For dates: the visitor's own variant of the language of the page, such as British English, or just the language. */
export const regionalLocale = (): string =>
  navigator.languages.find((tag) => languageOf(tag) === locale) ?? locale
