import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'

const viewer = fileURLToPath(new URL('../../web/features/nft/stage/model-frame.ts', import.meta.url))
const address = '/play/code/model-frame-hot.js'

/** The viewer of 3D models in one script: the policy of its frame allows no modules from elsewhere. */
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

/** Serves the viewer of 3D models under hot reload, at an address that its frame accepts (`worker/handlers/play.ts`). */
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
