import { WebSocketServer } from 'ws'

export interface LyingNode {
  url: string
  close: () => void
}

/** Starts a node that passes on another node's replies by WebSocket, but with a wrong parent in ledger headers. */
export async function startLyingNode(truthful: string): Promise<LyingNode> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  const answer = async (text: string) => {
    const { id, command, ...params } = JSON.parse(text)
    const body = JSON.stringify({ method: command, params: [params] })
    const said = await (await fetch(truthful, { method: 'POST', body })).text()
    const lie = (_all: string, digit: string) => `"parent_hash":"${digit === 'F' ? '0' : 'F'}`
    const { result } = JSON.parse(
      command === 'ledger' ? said.replace(/"parent_hash":"([0-9A-F])/, lie) : said,
    )
    const { error } = result
    return JSON.stringify({ id, status: error === undefined ? 'success' : 'error', result, error })
  }
  server.on('connection', (socket) => {
    socket.on('message', async (data) => socket.send(await answer(String(data))))
  })
  await new Promise<void>((resolve) => void server.on('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `ws://127.0.0.1:${port}`, close: () => void server.close() }
}
