import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { layerOrder } from '#build/client/layer-order.ts'
import { legalHouse, legalPages } from '#build/client/legal-house.ts'
import { modelViewer } from '#build/client/model-viewer.ts'
import { pageOfLanguage } from '#build/client/page-of-language.ts'
import { preloadFont } from '#build/client/preload-font.ts'
import { startAfterPicture } from '#build/client/start-after-picture.ts'
import { verifierDownload } from '#build/client/verifier-download.ts'
import { walletConnectNotice } from '#build/client/walletconnect-notice.ts'
import { messages } from '#build/messages/plugin.ts'
import { defaultLanguage, isLanguage } from '#contract/words/languages.ts'

const web = fileURLToPath(new URL('./web/', import.meta.url))
/** A build has the texts of one language (build/messages). */
const locale = process.env.OPX_LOCALE ?? defaultLanguage
/** Another language is added to the English client; the pseudo-locale stands in for English. */
const addsLanguage = locale !== defaultLanguage && isLanguage(locale)
const workerOrigin = process.env.WORKER_ORIGIN ?? 'http://127.0.0.1:8787'

export default defineConfig({
  root: web,
  plugins: [
    legalPages(),
    layerOrder(web),
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
    preloadFont(),
    legalHouse(),
    modelViewer(),
    startAfterPicture(),
    verifierDownload(),
    walletConnectNotice(),
    addsLanguage && pageOfLanguage(locale),
  ],
  build: {
    outDir: fileURLToPath(new URL('./dist/client/', import.meta.url)),
    emptyOutDir: !addsLanguage,
    copyPublicDir: !addsLanguage,
    target: 'es2023',
    // A data: address would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // The styles of all pages are 19 KiB in Brotli, and one file of them never blocks a page that is opened later.
    cssCodeSplit: false,
    // Lists of files to preload would be a tenth of the code of a page. Hover and focus load pages and dialogs anyway.
    modulePreload: false,
    // The contract's schemas are built by calls of `v`: unused ones must not reach the browser.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        // Fonts keep their names: documents, the reference and embedded cards outside the client name them, too.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'fonts/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        // Every file that loads others has their names: with words in them, a page would have 1 KiB more.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [{ name: 'app', tags: ['$initial'] }],
        },
      },
    },
  },
  resolve: {
    // React has the hook itself; these are for versions before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[hash:base64:5]' } },
  server: {
    proxy: {
      // Not the sources of web/api, which Vite serves below the same path.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: workerOrigin, changeOrigin: false, ws: true },
      // Documents of the worker: the reference of the API, and works on other sites.
      '^/(api$|embed/)': { target: workerOrigin, changeOrigin: false },
      '/media': { target: workerOrigin, changeOrigin: false },
      '/play': { target: workerOrigin, changeOrigin: false },
    },
  },
})
