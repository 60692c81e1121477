import { createServer, parseSync } from 'vite'
import { expect, test } from 'vitest'
import { modelViewer } from '#build/client/model-viewer.ts'
import { viewerCode } from '#worker/handlers/play.ts'

test('with hot reload the viewer of 3D models is one script, at an address that its frame accepts', async () => {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    root: 'web',
    plugins: [modelViewer()],
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    await server.listen()
    const [origin = ''] = server.resolvedUrls?.local ?? []
    const loaded = await server.ssrLoadModule('./features/nft/stage/model-frame.ts?worker&url')
    const address = String(loaded['default'])
    expect(address).toMatch(/^\/play\/code\//)
    expect(address.split('/').at(-1)).toMatch(viewerCode)
    const reply = await fetch(new URL(address, origin))
    expect(reply.headers.get('content-type')).toBe('text/javascript')
    const { module, errors } = parseSync('viewer.js', await reply.text(), { sourceType: 'script' })
    expect(errors).toEqual([])
    expect(module.staticImports).toEqual([])
  } finally {
    await server.close()
  }
})
