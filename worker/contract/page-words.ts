import { defaultLanguage } from './languages.ts'
import { type PageWords, pageWords } from './page-words.gen.ts'

/** The titles and descriptions of pages in a language that the site has. */
export const wordsIn = (language: string): PageWords => pageWords[language] ?? pageWords[defaultLanguage]
