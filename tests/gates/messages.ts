import { disagreements, readCatalogue, startedLanguages } from '#dev/messages/catalogue.ts'
import { arePageWordsCurrent } from '#dev/messages/page-words.ts'
import { areTypesCurrent } from '#dev/messages/types.ts'
import { readSentences, sentencesIn } from '#dev/messages/sentences.ts'
import { defaultLanguage } from '#worker/contract/languages.ts'
import type { SourceFile } from './source-files.ts'

/** Keys of the catalogue that no code uses, types that are not those of the catalogue, and translations that do not agree with English. */
export function catalogueProblems(files: SourceFile[]): string[] {
  const english = readCatalogue(defaultLanguage)
  const used = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\b(?:m|rich)\.([a-z]\w+)/g)].map(([, key]) => key)),
  )
  // The worker and static pages use these.
  const unused = [...english.keys()].filter((key) => !used.has(key) && !/^(meta|edge|sign|alert)_/.test(key))
  return [
    ...unused.map((key) => `No code uses the message ${key}.`),
    ...(areTypesCurrent(english) && arePageWordsCurrent(english)
      ? []
      : ['web/messages.gen.ts or worker/contract/page-words.gen.ts is not current: run `npm run messages`.']),
    ...startedLanguages()
      .filter((language) => language !== defaultLanguage)
      .flatMap((language) => disagreements(language, readCatalogue(language), english)),
  ]
}

const placeholders = (text: string) => (text.match(/\{\d\}/g) ?? []).toSorted().join()

/** Calls that only programs make wrongly: their sentences are for developers. */
const forPrograms =
  /api\/|multipart|Idempotency|UUID|JSON|WebSocket|sockets?|endpoint|streams|webhook is not|webhook was not|embedded|marker|position|names the Owner|names no Owner|Accept exactly|buy_now|auction is a sell offer|bid is a buy offer|fewer parts|Send the file|no contact|address of a file|only its owner can \{1\}|Only the \{1\} of|item is of another/

/**
 * The sentences of the server: each that a call is refused with has its translation, with the same values, and each translation is of
 * a sentence in the code.
 */
export function sentenceProblems(files: SourceFile[]): string[] {
  const sentences = files.flatMap(({ path, text }) => sentencesIn(path, text))
  const known = new Set(sentences.map(({ english }) => english))
  const refusals = sentences.filter(({ english, refuses }) => refuses && !forPrograms.test(english))
  return startedLanguages()
    .filter((language) => language !== defaultLanguage)
    .flatMap((language) => {
      const texts = readSentences(language)
      const missing = new Set(refusals.map(({ english }) => english).filter((english) => !texts.has(english)))
      const translations = [...texts]
      return [
        ...[...missing].map((english) => `${language}: the sentence "${english}" is missing.`),
        ...translations
          .filter(([english]) => !known.has(english))
          .map(([english]) => `${language}: no code has the sentence "${english}".`),
        ...translations
          .filter(([english, text]) => placeholders(english) !== placeholders(text))
          .map(([english]) => `${language}: the values of "${english}" differ.`),
      ]
    })
}
