// `npm run messages`: writes what is made from the catalogues, the types of all messages and the words of the worker.
import { defaultLanguage } from '#worker/contract/languages.ts'
import { readCatalogue } from './catalogue.ts'
import { writePageWords } from './page-words.ts'
import { writeTypes } from './types.ts'

const english = readCatalogue(defaultLanguage)
writeTypes(english)
writePageWords(english)
