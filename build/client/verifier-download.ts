import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { createMessagesPlugin } from '#build/messages/plugin.ts'
import { defaultLanguage } from '#contract/words/languages.ts'

const web = fileURLToPath(new URL('../../web/', import.meta.url))
const download = fileURLToPath(new URL('../../draw-verifier/download.ts', import.meta.url))

/** Bundles the draw verifier into one file that needs only Node, from the same source as the page. */
async function bundleVerifier(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: web,
    publicDir: false,
    plugins: [createMessagesPlugin(web, defaultLanguage)],
    ssr: { noExternal: true },
    build: {
      ssr: download,
      target: 'node20',
      write: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [file] = Array.isArray(output) || !('output' in output) ? [] : output.output
  if (file === undefined) throw new Error('The verifier was not bundled.')
  return file.code
}

const fairDraws = fileURLToPath(new URL('../../draw-verifier/README.md', import.meta.url))

/** Builds the downloads of the draws page: the verifier, and the document that explains it. */
export function verifierDownload(): Plugin {
  const name = 'verify-draws.mjs'
  return {
    name: 'opx-verifier-download',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: await bundleVerifier() })
      // Plain text, so that browsers display it.
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
