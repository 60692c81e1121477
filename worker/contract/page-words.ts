import type { Amount } from './amount-schemas.ts'
import { defaultLanguage } from './languages.ts'
import { amountInWords } from './money.ts'
import { type PageWords, pageWords } from './page-words.gen.ts'
import type { ListedToken } from './tokens.ts'

/** What the worker itself says to people, in a language that the site has. */
export const wordsIn = (language: string): PageWords => pageWords[language] ?? pageWords[defaultLanguage]

/** An amount with the decimal mark of a language: "12,5 XRP" in German. */
export const amountIn = (language: string, amount: Amount, tokens: readonly ListedToken[]): string =>
  amountInWords(amount, tokens).replace(/^(\d+)\./, `$1${wordsIn(language).decimalMark}`)
