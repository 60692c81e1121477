import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const viewer = fileURLToPath(new URL('../../web/features/nft/stage/model-frame.ts', import.meta.url))
const address = '/play/code/model-frame-hot.js'

/**
 * Bundles the 3D model viewer into one script, because the content security policy of its frame does not allow external
 * modules.
 */
async function bundleViewer(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: viewer, output: { format: 'iife', codeSplitting: false } },
    },
  })
  const [file] = Array.isArray(output) || !('output' in output) ? [] : output.output
  if (file === undefined) throw new Error('The viewer of models was not bundled.')
  return file.code
}

/** Serves the 3D model viewer in development, at an address that its frame allows (`worker/handlers/play.ts`). */
export function modelViewer(): Plugin {
  const id = '\0model-viewer'
  return {
    name: 'opx-model-viewer',
    apply: 'serve',
    enforce: 'pre',
    resolveId: (source) => (source.endsWith('/model-frame.ts?worker&url') ? id : null),
    load: (moduleId) => (moduleId === id ? `export default ${JSON.stringify(address)}` : null),
    configureServer(server) {
      server.middlewares.use(address, (_request, response, next) => {
        bundleViewer().then((code) => response.setHeader('content-type', 'text/javascript').end(code), next)
      })
    },
  }
}
