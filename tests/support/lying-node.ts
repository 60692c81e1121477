import { createServer } from 'node:http'

export interface LyingNode {
  url: string
  close: () => void
}

/** A node that passes on what another one says, except that the headers of its ledgers have another parent. */
export async function startLyingNode(truthful: string): Promise<LyingNode> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts).toString()
    const reply = await fetch(truthful, { method: 'POST', body })
    const text = await reply.text()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('content-type', 'application/json')
    response.end(
      body.includes('"ledger"')
        ? text.replace(
            /"parent_hash":"([0-9A-F])/,
            (_all, digit) => `"parent_hash":"${digit === 'F' ? '0' : 'F'}`,
          )
        : text,
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
