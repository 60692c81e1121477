import { TYPE } from '@formatjs/icu-messageformat-parser'
import type { Catalogue } from './catalogue.ts'
import { compileMessage } from './compile.ts'

const legalPages: Record<string, string> = { privacy: '/legal/privacy', terms: '/legal/terms' }

/** A message as HTML; its tags are links to the legal documents. */
function htmlOf(key: string, locale: string, catalogue: Catalogue): string {
  const message = catalogue.get(key)
  if (message === undefined) throw new Error(`There is no message ${key}.`)
  return message.parts
    .map((part) => {
      const code = compileMessage(
        { ...message, parts: part.type === TYPE.tag ? part.children : [part] },
        new Map(),
        {
          locale,
          rich: false,
        },
      )
      const text = String(JSON.parse(code)).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
      return part.type === TYPE.tag ? `<a href="${legalPages[part.value]}">${text}</a>` : text
    })
    .join('')
}

/** A static page in a language. */
export function translatedPage(html: string, locale: string, catalogue: Catalogue): string {
  return html
    .replace('<html lang="en"', `<html lang="${locale}"`)
    .replace(/%((?:meta|edge)_\w+)%/g, (_all, key: string) => htmlOf(key, locale, catalogue))
}

/** The client's page. It names the languages that it can be had in: the build adds the others (build.ts). */
export const clientPage = (html: string, locale: string, catalogue: Catalogue): string =>
  translatedPage(html, locale, catalogue).replace(/<html lang="[^"]*"/, `$& data-languages="${locale}"`)
