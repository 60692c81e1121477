import { joiningIn } from '#contract/words/joining.ts'
import { locale } from './messages.ts'

/** Helpers that join complete messages: `joinSentences` and `joinList` for texts, `sentenceSpace` between elements. */
export const { joinSentences, joinList, sentenceSpace } = joiningIn(locale)
