import { isLanguage, type Language, languageNames } from '#contract/words/languages.ts'

/** The languages that this site has, as the page of the edge names them; in their own words. */
export const offeredLanguages: readonly (readonly [Language, string])[] = (
  document.documentElement.dataset['languages'] ?? ''
)
  .split(' ')
  .filter(isLanguage)
  .map((language) => [language, languageNames[language]])

/** The address of this page in a language. */
export function addressIn(language: Language): string {
  const address = new URL(location.href)
  address.searchParams.set('lang', language)
  return `${address.pathname}${address.search}${address.hash}`
}

/** Keeps the choice for a year, and opens this page in the language: the edge has a page for each. */
export function setLanguage(language: Language): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the edge reads it with the request for the page
  document.cookie = `opx_lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`
  const address = new URL(location.href)
  address.searchParams.delete('lang')
  if (address.href === location.href) location.reload()
  else location.assign(address)
}
