import type { Plugin } from 'vite'
import { defaultLanguage } from '#worker/contract/languages.ts'
import { type Catalogue, catalogueFolder, readCatalogue } from './catalogue.ts'
import { translatedPage } from './index-page.ts'
import { inlineMessages } from './inline.ts'
import { writePageWords } from './page-words.ts'
import { writeTypes } from './types.ts'

/** Puts the texts of one language into the code. @param web folder of the client, with a slash at its end */
export function messages(web: string, locale: string): Plugin {
  let catalogue: Catalogue = new Map()
  const read = () => {
    catalogue = readCatalogue(locale)
    if (locale !== defaultLanguage) return
    writeTypes(catalogue)
    writePageWords(catalogue)
  }
  return {
    name: 'opx-messages',
    enforce: 'pre',
    config: () => ({ define: { 'import.meta.env.OPX_LOCALE': JSON.stringify(locale) } }),
    buildStart: read,
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => translatedPage(html, locale, catalogue),
    },
    configureServer(server) {
      server.watcher.add(catalogueFolder)
      server.watcher.on('change', (file) => {
        if (!file.startsWith(catalogueFolder)) return
        read()
        server.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      })
    },
    transform(code, id) {
      if (!id.startsWith(web) || !/\.tsx?(\?|$)/.test(id)) return null
      try {
        const inlined = inlineMessages(id, code, locale, catalogue)
        return inlined === null ? null : { code: inlined, map: null }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${id}: ${reason}`, { cause: error })
      }
    },
  }
}
