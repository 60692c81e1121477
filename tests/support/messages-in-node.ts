import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '#build/messages/catalogue.ts'
import { inlineMessages } from '#build/messages/inline.ts'
import { defaultLanguage } from '#contract/words/languages.ts'

const web = new URL('../../web/', import.meta.url).href
const catalogue = readCatalogue(defaultLanguage)

// Browser tests run without Vite and import some client modules, whose messages are English here.
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.startsWith(web) || loaded.source === undefined || loaded.source === null) return loaded
    const code = String(loaded.source).replace('import.meta.env.OPX_LOCALE', `'${defaultLanguage}'`)
    return {
      ...loaded,
      source: inlineMessages(fileURLToPath(url), code, defaultLanguage, catalogue)?.toString() ?? code,
    }
  },
})
