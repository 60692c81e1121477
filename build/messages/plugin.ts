import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage, isLanguage } from '#contract/words/languages.ts'
import { type Catalogue, catalogueFolder, readCatalogue } from './catalogue.ts'
import { clientPage, translatedPage } from './index-page.ts'
import { inlineMessages } from './inline.ts'

const stylesModule = 'virtual:opx-language.css'
const noStyles = '\0opx-no-styles'

/**
 * Replaces the texts in the code with those of one language.
 * @param web folder of the client, with a slash at its end
 */
export function createMessagesPlugin(web: string, locale: string): Plugin {
  const folders = ['web', 'contract', 'draw-verifier'].map((name) => path.resolve(web, '..', name) + path.sep)
  let catalogue: Catalogue = new Map()
  const readTexts = () => {
    catalogue = readCatalogue(locale)
  }
  return {
    name: 'opx-messages',
    enforce: 'pre',
    config: () => ({ define: { 'import.meta.env.OPX_LOCALE': JSON.stringify(locale) } }),
    buildStart: readTexts,
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => clientPage(html, locale, catalogue),
    },
    // Catalogues that the service worker stores, in addition to English.
    generateBundle() {
      const suffix = isLanguage(locale) && locale !== defaultLanguage ? `.${locale}` : ''
      const source = translatedPage(readFileSync(`${web}offline.html`, 'utf8'), locale, catalogue)
      this.emitFile({ type: 'asset', fileName: `offline${suffix}.html`, source })
    },
    configureServer(server) {
      server.watcher.add(catalogueFolder)
      server.watcher.on('change', (file) => {
        if (!file.startsWith(catalogueFolder)) return
        readTexts()
        server.moduleGraph.invalidateAll()
        server.ws.send({ type: 'full-reload' })
      })
    },
    resolveId(id) {
      if (id !== stylesModule) return null
      const styles = `${web}styles/languages/${locale}.css`
      return existsSync(styles) ? styles : noStyles
    },
    load: (id) => (id === noStyles ? '' : null),
    transform(code, id) {
      if (!folders.some((folder) => id.startsWith(folder)) || !/\.tsx?(\?|$)/.test(id)) return null
      try {
        const inlinedCode = inlineMessages(id, code, locale, catalogue)
        return inlinedCode === null
          ? null
          : { code: inlinedCode.toString(), map: inlinedCode.generateMap({ hires: true }) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${id}: ${reason}`, { cause: error })
      }
    },
  }
}
