import type { Amount } from '#contract/schemas/amounts.ts'
import { amountInWords } from '#contract/words/amount-words.ts'
import type { Context } from '#worker/domain/context.ts'

/** Maximum length of a name: names can be long, and Xaman accepts 280 characters. */
const maxName = 80

/** Returns the parts of the sentence that the wallet shows. */
export function instructionWords({ settings }: Pick<Context, 'settings'>) {
  return {
    site: settings.siteOrigin,
    nameOf: (name: string) => (name.length > maxName ? `${name.slice(0, maxName - 1)}…` : name),
    amountOf: (amount: Amount) => amountInWords(amount, settings.tokens),
  }
}
