import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Rolldown, type IndexHtmlTransformContext, type Plugin } from 'vite'

const web = fileURLToPath(new URL('./web/', import.meta.url))
const workerOrigin = process.env.WORKER_ORIGIN ?? 'http://127.0.0.1:8787'

/** Fonts are needed by the first paint: their hashed names are known only here. */
function preloadFonts(): Plugin {
  return {
    name: 'opx-preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.keys(bundle)
          .filter((file) => file.endsWith('.woff2'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/** The legal documents stand without the application, in its colours and fonts: they find them by a name that has no hash. */
function legalHouse(): Plugin {
  return {
    name: 'opx-legal-house',
    apply: 'build',
    generateBundle(_options, bundle) {
      const faces = Object.keys(bundle).flatMap((file) => {
        const family = /fraunces-display[^/]*\.woff2$/.test(file)
          ? 'Fraunces Display'
          : /inter-text[^/]*\.woff2$/.test(file)
            ? 'Inter Text'
            : null
        return family === null
          ? []
          : `@font-face{font-family:"${family}";font-weight:300 650;font-display:swap;src:url("/${file}") format("woff2")}`
      })
      const tokens = readFileSync(`${web}styles/tokens.css`, 'utf8')
      this.emitFile({ type: 'asset', fileName: 'legal/house.css', source: [...faces, tokens].join('\n') })
    },
  }
}

/** Pages and tabs that few people open: their code is asked for when they do. */
const forAFew =
  /\/routes\/(?:account\.\$account\.(?:create|edit)|create\.[a-z]+(?<!index)|collection\.\$id\.(?:create_offer|whitelist|blacklist|activity|analytics|owners|draws))[.$]/

/**
 * Tells `head.js` the code of every page, so that the one that is opened need not wait for the router to ask. Code comes after
 * styles and the first picture: the edge has painted the page already.
 */
function preloadRoutes(): Plugin {
  return {
    name: 'opx-preload-routes',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk: entry }) {
        const known = new Set([entry?.fileName, ...(entry?.imports ?? [])])
        const routes = new Map<string, Set<string>>()
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue
          const route = /\/routes\/([a-z_]+)[^/]*\.tsx\?tsr-split=component/.exec(
            chunk.facadeModuleId ?? '',
          )?.[1]
          if (route === undefined || forAFew.test(chunk.facadeModuleId ?? '')) continue
          const files = routes.get(route) ?? new Set()
          for (const file of reach(chunk.fileName, bundle)) if (!known.has(file)) files.add(`/${file}`)
          routes.set(route, files)
        }
        const attributes = [...routes].map(
          ([route, files]) => `data-route-${route}="${[...files].join(' ')}"`,
        )
        return html
          .replace('<script src="/head.js"', `$& ${attributes.join(' ')}`)
          .replaceAll(/<link rel="modulepreload"|<script type="module"/g, '$& fetchpriority="low"')
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

type Chunking = Rolldown.ChunkingContext

/** The pages that visitors open first. A collection opens with its items. */
const firstPages = [['index'], ['collection.$id', 'collection.$id.items'], ['nft.$id']].map((routes) => [
  ...routes.map((route) => `${web}routes/${route}.tsx?tsr-split=component`),
  // What follows at once on each of them.
  ...['features/shell/currency-select.tsx', 'kit/watchlist/watch-toggle.tsx'].map((module) => web + module),
])

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

/**
 * One file for all that the same first pages share: many small files compress badly. What a module imports is shared by at least
 * the same pages, so files do not import each other in circles.
 */
const kits = [
  { name: 'kit', pages: [0b111, 0b101], priority: 8 },
  { name: 'kit-details', pages: [0b110], priority: 7 },
  { name: 'kit-cards', pages: [0b011], priority: 7 },
].map(({ name, pages, priority }) => ({
  debugName: name,
  name: (id: string, chunking: Chunking) => {
    if (firstPagesOf.size === 0) findFirstPages(chunking)
    return pages.includes(firstPagesOf.get(id) ?? 0) ? name : null
  },
  priority,
  includeDependenciesRecursively: false,
}))

export default defineConfig({
  root: web,
  plugins: [
    legalPages(),
    layerOrder(),
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
    preloadFonts(),
    legalHouse(),
    preloadRoutes(),
    verifierDownload(),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/client/', import.meta.url)),
    emptyOutDir: true,
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
            ...kits,
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
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    proxy: {
      // Not the sources of web/api, which Vite serves below the same path.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: workerOrigin, changeOrigin: false, ws: true },
      '/media': { target: workerOrigin, changeOrigin: false },
    },
  },
})
