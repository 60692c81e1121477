import texts from 'virtual:opx-sentences'
import { createTranslation } from './translation.ts'

export const { translateReply } = createTranslation(texts)
