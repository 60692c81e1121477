import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const styles = fileURLToPath(new URL('../../web/styles/', import.meta.url))

/** Must match web/styles/fonts.css. */
const extendedLatin = 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E,U+20A9,U+20BA'

/**
 * Provides the application's colours and fonts to the legal documents, which load without the application, under a file
 * name without a hash. Fonts are preloaded; a font that still arrives late is not used, because it would change the
 * line breaks of long texts.
 */
export function legalHouse(): Plugin {
  return {
    name: 'opx-legal-house',
    apply: 'build',
    generateBundle(_options, bundle) {
      const faces = Object.keys(bundle).flatMap((file) => {
        const [, name = '', subset] = /(fraunces|inter)-(display|text|ext)[^/]*\.woff2$/.exec(file) ?? []
        const family = { fraunces: 'Fraunces Display', inter: 'Inter Text' }[name]
        if (family === undefined) return []
        const range = subset === 'ext' ? `;unicode-range:${extendedLatin}` : ''
        return `@font-face{font-family:"${family}";font-weight:300 650;font-display:optional;src:url("/${file}") format("woff2")${range}}`
      })
      const readStyles = (file: string) => readFileSync(`${styles}${file}.css`, 'utf8')
      const fallbacks = readStyles('fonts').match(/@font-face \{[^}]*Fallback[^}]*\}/g) ?? []
      const source = [...faces, ...fallbacks, readStyles('tokens')].join('\n')
      this.emitFile({ type: 'asset', fileName: 'legal/house.css', source })
    },
  }
}

/**
 * Serves house.css and resolves /legal/privacy in development. In production, the build writes house.css and the asset
 * server resolves the path.
 */
export function legalPages(): Plugin {
  return {
    name: 'opx-legal-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/legal\/(privacy|terms)$/.test(request.url ?? '')) request.url = `${request.url}.html`
        if (request.url === '/legal/house.css') request.url = '/styles/tokens.css'
        next()
      })
    },
  }
}
