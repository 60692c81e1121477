import { defaultLanguage } from './languages.ts'

/**
 * Language and catalogues for formatting texts. The client's build already contains its texts, so the client only sets
 * its language.
 */
export interface Speech {
  /** The language of the current call or page. */
  language: () => string
  /** Runs `work` with `language` as the current language. */
  within: <T>(language: string, work: () => T) => T
  /** The translation of a text, by its key in the catalogues. */
  translationOf: (key: string, language: string) => string | undefined
}

const speech: Speech = {
  language: () => defaultLanguage,
  within: (_language, work) => work(),
  translationOf: () => undefined,
}

/** Called at the start of the client or the worker. Without this call, everything is in English. */
export function setSpeech(newSpeech: Partial<Speech>): void {
  Object.assign(speech, newSpeech)
}

export const currentLanguage = (): string => speech.language()

export const inLanguage = <T>(language: string, work: () => T): T => speech.within(language, work)

export const translationOf = (key: string, language: string): string | undefined =>
  speech.translationOf(key, language)
