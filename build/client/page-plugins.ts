import type { Plugin, Rolldown } from 'vite'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Adds the layer order to the start of every style sheet, because a chunk's styles may load before the main ones. */
export function layerOrder(web: string): Plugin {
  return {
    name: 'opx-layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(web) || !id.split('?')[0]?.endsWith('.css')) return null
      return { code: `@layer reset, tokens, base, ui, features;\n${code}`, map: null }
    },
  }
}

/** Writes the page of a language other than English into the folder of the English page. */
export function pageOfLanguage(locale: string): Plugin {
  return {
    name: 'opx-page-of-language',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source: page.source })
      delete bundle['index.html']
    },
  }
}

/** Preloads the display font, the only font of the first paint. Its hashed name is known only in the build. */
export function preloadFont(): Plugin {
  return {
    name: 'opx-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        {
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            href: `/${fileOf(/fraunces-display[^/]*\.woff2$/, bundle)}`,
            crossorigin: '',
          },
          injectTo: 'head',
        },
      ],
    },
  }
}

function fileOf(name: RegExp, bundle: Rolldown.OutputBundle): string {
  const file = Object.keys(bundle).find((fileName) => name.test(fileName))
  if (file === undefined) throw new Error(`The build has no ${String(name)}.`)
  return file
}

/**
 * Passes the address of the application code to `web/public/head.js`, which loads it after the first picture, so that
 * both do not share the connection. In Lighthouse, the largest contentful paint is 1.5 s this way, and 2.5 s otherwise.
 */
export function startAfterPicture(): Plugin {
  return {
    name: 'opx-start-after-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk }) => {
        if (chunk === undefined) throw new Error('The page has no entry.')
        return html
          .replace(/ *<script type="module"[^>]*><\/script>\n/, '')
          .replace('<script src="/head.js"', `$& data-app="/${chunk.fileName}"`)
      },
    },
  }
}

const folder = fileURLToPath(new URL('../../node_modules/@walletconnect/sign-client/', import.meta.url))
const notice = 'Portions © 2025 Reown, Inc. All Rights Reserved'

/** Adds the licence of the WalletConnect client in the build, with the notice that its newer licence requires. */
export function walletConnectNotice(): Plugin {
  return {
    name: 'opx-walletconnect-notice',
    apply: 'build',
    generateBundle() {
      const file = readdirSync(folder).find((name) => name.startsWith('LICENSE'))
      if (file === undefined) throw new Error('The client of WalletConnect has no licence.')
      const licence = readFileSync(`${folder}${file}`, 'utf8')
      const source = licence.includes('Community License') ? `${notice}\n\n${licence}` : licence
      this.emitFile({ type: 'asset', fileName: 'walletconnect-licence.txt', source })
    },
  }
}
