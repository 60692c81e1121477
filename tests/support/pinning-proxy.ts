import { createServer } from 'node:http'
import { closeServer, listen } from '#local/lib/http.ts'

export interface PinningProxy {
  url: string
  /** Number of received requests. */
  asked: number
  /** Treatment of the next requests: the proxy passes them on, refuses them, or answers with a wrong name. */
  mood: 'well' | 'down' | 'wrong'
  /** URL to which requests are passed on. */
  target: string
  close: () => Promise<void>
}

/** Starts a proxy to Kubo that misbehaves on request. */
export async function startPinningProxy(): Promise<PinningProxy> {
  const server = createServer(async (request, response) => {
    proxy.asked += 1
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (proxy.mood === 'down') return response.writeHead(503).end()
    if (proxy.mood === 'wrong')
      return response.end(JSON.stringify({ Name: 'x', Hash: `bafkrei${'a'.repeat(52)}`, Size: '1' }))
    const reply = await fetch(`${proxy.target}${request.url ?? ''}`, {
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '' },
      body: Buffer.concat(chunks),
    })
    return response.writeHead(reply.status).end(await reply.text())
  })
  const port = await listen(server, 0, 'The pinning proxy')
  const proxy: PinningProxy = {
    url: `http://127.0.0.1:${port}`,
    asked: 0,
    mood: 'well',
    target: '',
    close: () => closeServer(server),
  }
  return proxy
}
