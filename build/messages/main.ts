// `npm run messages` sorts the translations and lists the texts that have none. `npm run messages -- --release` fails
// if there are any.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultLanguage } from '#contract/words/languages.ts'
import { areasOf, type Catalogue, catalogueFolder, offeredLanguages, readCatalogue } from './catalogue.ts'
import { areaOf, readTexts } from './texts.ts'

const texts = readTexts()

/** Writes the translations of the texts that are in the code, sorted, each into the file of its area. */
function writeTranslations(language: string, translations: Catalogue): void {
  const areas = new Map<string, Record<string, string>>()
  for (const key of [...texts.keys()].toSorted()) {
    const text = texts.get(key)
    const translation = translations.get(key)
    if (text === undefined || translation === undefined) continue
    const area = areaOf(text)
    areas.set(area, { ...areas.get(area), [key]: translation })
  }
  for (const area of areasOf(language))
    if (!areas.has(area)) rmSync(path.join(catalogueFolder, language, `${area}.json`))
  for (const [area, content] of areas)
    writeFileSync(
      path.join(catalogueFolder, language, `${area}.json`),
      `${JSON.stringify(content, null, 2)}\n`,
    )
}

let missingCount = 0
for (const language of offeredLanguages()) {
  if (language === defaultLanguage) continue
  const translations = readCatalogue(language)
  writeTranslations(language, translations)
  for (const key of texts.keys()) {
    if (translations.has(key)) continue
    missingCount += 1
    console.log(`${language} has no translation of “${key}”.`)
  }
}
console.log(`${texts.size} texts, ${missingCount} translations are missing.`)
if (process.argv.includes('--release') && missingCount > 0) process.exitCode = 1
