import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { legalHouse, legalPages } from '#build/client/legal-house.ts'
import { modelViewer } from '#build/client/model-viewer.ts'
import {
  layerOrder,
  pageOfLanguage,
  preloadFont,
  startAfterPicture,
  walletConnectNotice,
} from '#build/client/page-plugins.ts'
import { verifierDownload } from '#build/client/verifier-download.ts'
import { createMessagesPlugin } from '#build/messages/plugin.ts'
import { defaultLanguage, isLanguage } from '#contract/words/languages.ts'

const web = fileURLToPath(new URL('./web/', import.meta.url))
/** A build contains the texts of one language (build/messages). */
const locale = process.env.OPX_LOCALE ?? defaultLanguage
/** Other languages are added to the English client. The pseudo-locale replaces English. */
const addsLanguage = locale !== defaultLanguage && isLanguage(locale)
/**
 * The client of WalletConnect is in the builds for this machine and for tests, and in a release if its operator wants it
 * (docs/walletconnect-licence.md).
 */
const hasWalletConnect = process.env.WALLETCONNECT !== 'off'
const workerOrigin = process.env.WORKER_ORIGIN ?? 'http://127.0.0.1:8787'

export default defineConfig({
  root: web,
  plugins: [
    legalPages(),
    layerOrder(web),
    createMessagesPlugin(web, locale),
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
    hasWalletConnect && walletConnectNotice(),
    addsLanguage && pageOfLanguage(locale),
  ],
  define: { 'import.meta.env.WALLETCONNECT': JSON.stringify(hasWalletConnect) },
  build: {
    outDir: fileURLToPath(new URL('./dist/client/', import.meta.url)),
    emptyOutDir: !addsLanguage,
    copyPublicDir: !addsLanguage,
    target: 'es2023',
    // A `data:` URL would require an exception in the content security policy.
    assetsInlineLimit: 0,
    // The styles of all pages together are 19 KiB in Brotli. As one file, they never block a page that is opened later.
    cssCodeSplit: false,
    // Lists of files to preload would make up a tenth of a page's code. Hover and focus load pages and dialogs anyway.
    modulePreload: false,
    // The contract's schemas are created by calls of `v`. Unused schemas must not reach the browser.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        // Fonts keep their file names, because documents, the API reference and embedded cards outside the client also
        // name them.
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2'))
            ? 'fonts/[name][extname]'
            : 'assets/[name]-[hash][extname]',
        // Every file that loads other files contains their names. With words in the names, a page would be 1 KiB
        // larger.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [{ name: 'app', tags: ['$initial'] }],
        },
      },
    },
  },
  resolve: {
    // React itself has this hook. These packages provide it for versions before 18.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[hash:base64:5]' } },
  server: {
    proxy: {
      // Excludes the sources of web/api, which Vite serves under the same path.
      '^/api/(?!.+\\.tsx?(\\?|$))': { target: workerOrigin, changeOrigin: false, ws: true },
      // Documents that the worker serves: the API reference, and works embedded in other sites.
      '^/(api$|embed/)': { target: workerOrigin, changeOrigin: false },
      '/media': { target: workerOrigin, changeOrigin: false },
      '/play': { target: workerOrigin, changeOrigin: false },
    },
  },
})
