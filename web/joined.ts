import { joiningIn } from '#contract/words/joining.ts'
import { locale } from './messages.ts'

/** Whole messages in a row: `joinSentences` and `joinList`, or `sentenceSpace` between elements. */
export const { joinSentences, joinList, sentenceSpace } = joiningIn(locale)
