import { TYPE } from '@formatjs/icu-messageformat-parser'
import { type Catalogue, parseMessage } from './catalogue.ts'
import { compileMessage } from './compile.ts'

const legalPages: Record<string, string> = { privacy: '/legal/privacy', terms: '/legal/terms' }

/** A text of a static page: `{{No connection}}`, or `{{offline | Try again}}` with its context. */
const textInPage = /\{\{(.+?)\}\}/g

/** The keys of the texts of a static page. */
export const keysIn = (html: string): string[] => [...html.matchAll(textInPage)].map(([, key = '']) => key)

/** A message as HTML; its tags are links to the legal documents. */
function htmlOf(key: string, locale: string, catalogue: Catalogue): string {
  const message = parseMessage(catalogue.get(key) ?? key.split(' | ').at(-1) ?? key)
  return message.parts
    .map((part) => {
      const parts = part.type === TYPE.tag ? part.children : [part]
      const code = compileMessage({ ...message, parts }, new Map(), { locale, rich: false })
      const text = String(JSON.parse(code)).replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
      return part.type === TYPE.tag ? `<a href="${legalPages[part.value]}">${text}</a>` : text
    })
    .join('')
}

/** A static page in a language. */
export function translatedPage(html: string, locale: string, catalogue: Catalogue): string {
  return html
    .replace('<html lang="en"', `<html lang="${locale}"`)
    .replace(textInPage, (_all, key: string) => htmlOf(key, locale, catalogue))
}

/** The client's page. It lists the available languages: the build adds every language except English (build.ts). */
export const clientPage = (html: string, locale: string, catalogue: Catalogue): string =>
  translatedPage(html, locale, catalogue).replace(/<html lang="[^"]*"/, `$& data-languages="${locale}"`)
