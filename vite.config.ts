import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Rolldown, type IndexHtmlTransformContext, type Plugin } from 'vite'
import { messages } from '#dev/messages/plugin.ts'
import { unusedParts } from '#dev/react/unused-parts.ts'
import { defaultLanguage, isLanguage } from '#worker/contract/languages.ts'

const web = fileURLToPath(new URL('./web/', import.meta.url))
/** A build has the texts of one language (dev/messages). */
const locale = process.env.OPX_LOCALE ?? defaultLanguage
/** Another language is added to the English client; the pseudo-locale stands in for English. */
const addsLanguage = locale !== defaultLanguage && isLanguage(locale)
const workerOrigin = process.env.WORKER_ORIGIN ?? 'http://127.0.0.1:8787'

/** The first paint is set in the display face alone. Its hashed name is known only here. */
function preloadFont(): Plugin {
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

function fileOf(name: RegExp, bundle: Bundle): string {
  const file = Object.keys(bundle).find((each) => name.test(each))
  if (file === undefined) throw new Error(`The build has no ${String(name)}.`)
  return file
}

/** As in web/styles/fonts.css. */
const extendedLatin = 'U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E,U+20A9,U+20BA'

/**
 * The legal documents stand without the application, in its colours and fonts: they find them by a name that has no hash. Fonts that arrive
 * late are not used there: lines of long text would break elsewhere.
 */
function legalHouse(): Plugin {
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
      const read = (file: string) => readFileSync(`${web}styles/${file}.css`, 'utf8')
      const fallbacks = read('fonts').match(/@font-face \{[^}]*Fallback[^}]*\}/g) ?? []
      const source = [...faces, ...fallbacks, read('tokens')].join('\n')
      this.emitFile({ type: 'asset', fileName: 'legal/house.css', source })
    },
  }
}

/** Pages and tabs that few people open: their code is asked for when they do. */
const forAFew =
  /\/routes\/(?:account\.\$account\.(?:create|edit)|create\.[a-z]+(?<!index)|collection\.\$id\.(?:create_offer|whitelist|blacklist|activity|analytics|owners|draws))[.$]/

/** Tells `head.js` the code of the application and of every page: it starts them once the first picture is on the screen. */
function startAfterPicture(): Plugin {
  return {
    name: 'opx-start-after-picture',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        if (entry === undefined) throw new Error('The page has no entry.')
        const app = reach(entry.fileName, bundle)
        const calls = Object.values(bundle).find(
          (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId === `${web}api/send-call.ts`,
        )
        const files = new Map([
          ['font', new Set([fileOf(/inter-text[^/]*\.woff2$/, bundle)])],
          ['app', new Set(app)],
        ])
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const route = /\/routes\/([a-z_]+)[^/]*\.tsx\?tsr-split=component/.exec(
            chunk.facadeModuleId ?? '',
          )?.[1]
          if (route === undefined || forAFew.test(chunk.facadeModuleId ?? '')) continue
          const needed = files.get(`route-${route}`) ?? new Set()
          for (const file of reach(chunk.fileName, bundle)) if (!app.includes(file)) needed.add(file)
          // Pages without their data in the HTML call at once.
          if (calls !== undefined && !/^(index|collection|nft)$/.test(route)) needed.add(calls.fileName)
          files.set(`route-${route}`, needed)
        }
        const attributes = [...files].map(
          ([name, needed]) => `data-${name}="${[...needed].map((file) => `/${file}`).join(' ')}"`,
        )
        return html
          .replace(/ *<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\n/g, '')
          .replace('<script src="/head.js"', `$& ${attributes.join(' ')}`)
      },
    },
  }
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>

/** A chunk and everything that it imports at once. */
function reach(file: string, bundle: Bundle, seen = new Set<string>()): string[] {
  const chunk = bundle[file]
  if (seen.has(file) || chunk?.type !== 'chunk') return [...seen]
  seen.add(file)
  for (const next of chunk.imports) reach(next, bundle, seen)
  return [...seen]
}

/** A chunk's styles may come before the main ones: the order of the layers stands at the head of every file. */
function layerOrder(): Plugin {
  return {
    name: 'opx-layer-order',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(web) || !id.split('?')[0]?.endsWith('.css')) return null
      return { code: `@layer reset, tokens, base, ui, features;\n${code}`, map: null }
    },
  }
}

/** Classes as constants, which are inlined, and dropped where no code uses them: not an object of all classes of a file. */
function classConstants(): Plugin {
  return {
    name: 'opx-class-constants',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(web) || !code.includes('.module.css')) return null
      return {
        code: code.replace(/^import (\w+) from '(.+\.module\.css)'$/gm, "import * as $1 from '$2'"),
        map: null,
      }
    },
  }
}

const styleFiles = globSync('**/*.module.css', { cwd: web }).toSorted()
const classesOf = new Map<string, string[]>()

/** Letters for the file and a number for the class: names that compress well, the same in every build. */
function shortClass(name: string, file: string): string {
  const classes = classesOf.get(file) ?? []
  classesOf.set(file, classes)
  if (!classes.includes(name)) classes.push(name)
  const place = styleFiles.indexOf(file.slice(web.length).split('?')[0] ?? '')
  if (place < 0) throw new Error(`${file} is no file of styles.`)
  const letters = [place / 26, place % 26].map((letter) => String.fromCharCode(97 + Math.floor(letter)))
  return `_${letters.join('')}${classes.indexOf(name)}`
}

/**
 * Code is loaded without lists of other files: what is left of Vite's helper (vite.dev, "Load Error Handling") is the event of
 * code that cannot be loaded.
 */
function shortPreloadHelper(): Plugin {
  return {
    name: 'opx-short-preload-helper',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      if (id !== '\0vite/preload-helper.js') return null
      return `export const __vitePreload = (load) => load().catch((error) => {
        const event = new Event('vite:preloadError', { cancelable: true })
        event.payload = error
        window.dispatchEvent(event)
        if (!event.defaultPrevented) throw error
        return new Promise(() => {})
      })`
    },
  }
}

/** In production the asset server maps /legal/privacy to its file, and the build writes house.css; Vite's own server does neither. */
function legalPages(): Plugin {
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

/** The verifier of draws in one file that needs nothing but Node, from the source that the page uses. */
async function bundleVerifier(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: web,
    publicDir: false,
    plugins: [messages(web, defaultLanguage)],
    ssr: { noExternal: true },
    build: {
      ssr: `${web}download/verify-draws.ts`,
      target: 'node20',
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [file] = Array.isArray(output) || !('output' in output) ? [] : output.output
  if (file === undefined) throw new Error('The verifier was not bundled.')
  return file.code
}

const fairDraws = fileURLToPath(new URL('./docs/fair-draws.md', import.meta.url))

/** What the page of draws links to: the verifier, and the document that explains it. */
function verifierDownload(): Plugin {
  const name = 'verify-draws.mjs'
  return {
    name: 'opx-verifier-download',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: await bundleVerifier() })
      // As text, so that browsers show it.
      this.emitFile({ type: 'asset', fileName: 'fair-draws.txt', source: readFileSync(fairDraws, 'utf8') })
    },
    configureServer(server) {
      server.middlewares.use('/fair-draws.txt', (_request, response) => {
        response.setHeader('content-type', 'text/plain; charset=utf-8').end(readFileSync(fairDraws))
      })
      server.middlewares.use(`/${name}`, (_request, response, next) => {
        bundleVerifier().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
  }
}

const walletConnectLicence = fileURLToPath(
  new URL('./node_modules/@walletconnect/sign-client/LICENSE.md', import.meta.url),
)

/** What the licence of WalletConnect's client wants with each copy of it (docs/walletconnect-licence.md). */
function walletConnectNotice(): Plugin {
  return {
    name: 'opx-walletconnect-notice',
    apply: 'build',
    generateBundle() {
      const licence = readFileSync(walletConnectLicence, 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'walletconnect-licence.txt',
        source: `Portions © 2025 Reown, Inc. All Rights Reserved\n\n${licence}`,
      })
    },
  }
}

/** The page of another language than English beside the English one, which the same folder has. */
function pageOfLanguage(): Plugin {
  return {
    name: 'opx-page-of-language',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (!addsLanguage || page?.type !== 'asset') return
      this.emitFile({ type: 'asset', fileName: `index.${locale}.html`, source: page.source })
      delete bundle['index.html']
    },
  }
}

type Chunking = Rolldown.ChunkingContext

const route = (name: string) => `${web}routes/${name}.tsx?tsr-split=component`

/** The pages that visitors open first (a collection opens with its items), then what follows below their first screens. */
const firstPages = [
  [route('index')],
  [route('collection.$id'), route('collection.$id.items')],
  [route('nft.$id')],
  [`${web}features/market/home/home-lists.tsx`, `${web}features/collection/collection-items.tsx`],
  [`${web}features/nft/nft-offers.tsx`, `${web}features/nft/nft-details.tsx`],
]

/** The first pages that import a module of ours at once, as bits, by the module's id. */
const firstPagesOf = new Map<string, number>()

function findFirstPages(chunking: Chunking): void {
  for (const [page, modules] of firstPages.entries()) {
    const bit = 1 << page
    const open = [...modules]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const pages = firstPagesOf.get(id) ?? 0
      if ((pages & bit) !== 0 || id.includes('node_modules')) continue
      firstPagesOf.set(id, pages | bit)
      open.push(...(chunking.getModuleInfo(id)?.importedIds ?? []))
    }
  }
}

/** By the first pages that need a module; little is shared by the home page and one of the others alone. */
const kitNames = [null, 'kit-home', 'kit-collection', 'kit', 'kit-work', 'kit', 'kit-details', 'kit']

/**
 * One file for all that the same first pages share: many small files compress badly. What a module imports is shared by at least
 * the same pages, so files do not import each other in circles.
 */
const kits = {
  debugName: 'kit',
  name: (id: string, chunking: Chunking) => {
    if (firstPagesOf.size === 0) findFirstPages(chunking)
    const pages = firstPagesOf.get(id) ?? 0
    return kitNames[pages & 0b111] ?? (pages === 0 ? null : 'kit-below')
  },
  minShareCount: 2,
  priority: 8,
  includeDependenciesRecursively: false,
}

export default defineConfig(({ command }) => ({
  root: web,
  plugins: [
    legalPages(),
    layerOrder(),
    classConstants(),
    shortPreloadHelper(),
    messages(web, locale),
    tanstackRouter({
      target: 'react',
      routesDirectory: `${web}routes`,
      generatedRouteTree: `${web}routes.gen.ts`,
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    unusedParts(),
    preloadFont(),
    legalHouse(),
    startAfterPicture(),
    verifierDownload(),
    walletConnectNotice(),
    pageOfLanguage(),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/client/', import.meta.url)),
    emptyOutDir: !addsLanguage,
    copyPublicDir: !addsLanguage,
    target: 'es2023',
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // The styles of all pages are 19 KiB in Brotli. Apart, each piece of code would name its own: 2 KiB of names on a page.
    cssCodeSplit: false,
    // Lists of code to load ahead would be a tenth of a page's own code: pages and dialogs are asked for on hover and focus anyway.
    modulePreload: {
      polyfill: false,
      resolveDependencies: () => [],
    },
    // The contract's schemas are built by calls of `v`: unused ones must not reach the browser.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        // Of itself every module that two pages share becomes a file: some 45 requests for one page, many of 200 bytes.
        codeSplitting: {
          groups: [
            { name: 'app', tags: ['$initial'], priority: 9 },
            kits,
            {
              name: 'icons',
              test: /node_modules.lucide-react|react-query.*(?:Base|use)Query\./,
              minShareCount: 8,
              priority: 6,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /base-ui|floating-ui|tabbable|web.ui.dialog|web.wallet.requests/,
              minShareCount: 10,
              priority: 5,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1000 },
          ],
        },
        // Every name stands in the entry: without the parameters of a route, and with the shortest hash that there is.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]?.replace(/\._[a-z]+/, '')}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[.~]/)[0]}-[hash][extname]`,
      },
    },
  },
  resolve: {
    alias: {
      // React has the hook itself; these are for versions before 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: {
    modules: {
      localsConvention: 'camelCaseOnly',
      ...(command === 'build' ? { generateScopedName: shortClass } : {}),
    },
  },
  server: {
    proxy: {
      // Not the sources of web/api, which Vite serves below the same path.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: workerOrigin, changeOrigin: false, ws: true },
      '/media': { target: workerOrigin, changeOrigin: false },
    },
  },
}))
