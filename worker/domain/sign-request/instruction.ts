import { amountsIn, wordsIn } from '#worker/contract/page-words.ts'
import type { Context } from '#worker/domain/context.ts'

/** Names are as long as their owners want, and Xaman takes 280 characters. */
const maxName = 80

/** What the sentence for the wallet is made of, in the language of the page that asks. */
export function instructionWords({ language, settings }: Pick<Context, 'language' | 'settings'>) {
  const words = wordsIn(language)
  return {
    words: words.sign,
    site: settings.siteOrigin,
    nameOf: (name: string) => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name),
    amountOf: amountsIn(words, settings.tokens),
  }
}
