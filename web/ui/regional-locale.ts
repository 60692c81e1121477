import { locale } from '#web/messages.ts'

/** For dates: the visitor's own variant of the language of the page, such as British English, or just the language. */
export const regionalLocale = (): string =>
  navigator.languages.find((language) => language.startsWith(locale)) ?? locale
