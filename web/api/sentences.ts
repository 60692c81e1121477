import { withMarks } from '#worker/contract/amounts.ts'
import texts from 'virtual:opx-sentences'
import { joinList, joinSentences } from '#web/joined.ts'
import { createTranslation } from './translation.ts'

export const { translateReply } = createTranslation(texts, {
  numberIn: withMarks,
  joinSentences,
  joinList,
})
