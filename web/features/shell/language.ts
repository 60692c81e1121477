import { isLanguage, type Language, languageNames } from '#contract/words/languages.ts'

/** The languages of this site with their native names. The edge lists them in the page. */
export const offeredLanguages: readonly (readonly [Language, string])[] = (
  document.documentElement.dataset['languages'] ?? ''
)
  .split(' ')
  .filter(isLanguage)
  .map((language) => [language, languageNames[language]])

/** Returns the URL of this page in a language. */
export function addressIn(language: Language): string {
  const address = new URL(location.href)
  address.searchParams.set('lang', language)
  return `${address.pathname}${address.search}${address.hash}`
}

/** Stores the language for a year and reloads the page, because the edge serves a separate page for each language. */
export function setLanguage(language: Language): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the edge reads it with the request for the page
  document.cookie = `opx_lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  if (address.href === location.href) location.reload()
  else location.assign(address)
}
