import type { Amount } from './amount-schemas.ts'
import { defaultLanguage } from './languages.ts'
import { amountInWords } from './amount-words.ts'
import { type PageWords, pageWords } from './page-words.gen.ts'
import type { SocialWords } from './page-titles.ts'
import type { ListedToken } from './tokens.ts'

/** What the worker itself says to people, in a language that the site has. */
export const wordsIn = (language: string): PageWords => pageWords[language] ?? pageWords[defaultLanguage]

/** Amounts as a language writes them: "12,5 XRP" in German. */
export const amountsIn =
  ({ decimalMark, issuedBy }: PageWords, tokens: readonly ListedToken[]) =>
  (amount: Amount): string =>
    amountInWords(amount, tokens, { decimal: (text) => text.replace('.', decimalMark), issuedBy })

/** For titles of shared links. */
export const socialWordsIn = (words: PageWords): SocialWords => ({
  ...words,
  amountOf: (amount, tokens) => amountsIn(words, tokens)(amount),
})
