import type { Amount } from '#worker/contract/amount-schemas.ts'
import { amountIn, wordsIn } from '#worker/contract/page-words.ts'
import type { Context } from '#worker/domain/context.ts'

/** Names are as long as their owners want, and Xaman takes 280 characters. */
const maxName = 80

/** What the sentence for the wallet is made of, in the language of the page that asks. */
export function instructionWords({ language, settings }: Pick<Context, 'language' | 'settings'>) {
  return {
    words: wordsIn(language).sign,
    site: settings.siteOrigin,
    nameOf: (name: string) => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name),
    amountOf: (amount: Amount) => amountIn(language, amount, settings.tokens),
  }
}
