import { disagreements, readCatalogue, startedLanguages } from '#dev/messages/catalogue.ts'
import { arePageWordsCurrent } from '#dev/messages/page-words.ts'
import { areTypesCurrent } from '#dev/messages/types.ts'
import { defaultLanguage } from '#worker/contract/languages.ts'
import type { SourceFile } from './source-files.ts'

/** Keys of the catalogue that no code uses, types that are not those of the catalogue, and translations that do not agree with English. */
export function catalogueProblems(files: SourceFile[]): string[] {
  const english = readCatalogue(defaultLanguage)
  const used = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\b(?:m|rich)\.([a-z]\w+)/g)].map(([, key]) => key)),
  )
  // The worker and the page use those of `meta`.
  const unused = [...english.keys()].filter((key) => !used.has(key) && !key.startsWith('meta_'))
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
