/** Native names of the site's languages. The build offers the languages whose catalogue is complete. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pt: 'Português',
  tr: 'Türkçe',
  ja: '日本語',
  ko: '한국어',
  zh: '简体中文',
} as const

export type Language = keyof typeof languageNames

export const defaultLanguage = 'en' satisfies Language

export const isLanguage = (text: string | undefined): text is Language =>
  text !== undefined && Object.hasOwn(languageNames, text)
