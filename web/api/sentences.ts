import { withMarks } from '#worker/contract/amounts.ts'
import texts from 'virtual:opx-sentences'
import { createTranslation } from './translation.ts'

export const { translateReply } = createTranslation(texts, withMarks)
