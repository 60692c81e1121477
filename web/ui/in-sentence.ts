import { locale } from '#web/messages.ts'

/** Formats a label for the middle of a sentence: "Take a photo: avatar". German nouns keep their capital. */
export const inSentence = (label: string): string =>
  locale === 'de' ? label : label.toLocaleLowerCase(locale)
