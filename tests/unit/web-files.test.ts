import dns from 'node:dns'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { closeServer, listen } from '#local/lib/http.ts'
import { startLocalOutbound } from '#local/stack/local-outbound.ts'
import { addressRule } from '#worker/ports/web/address-rules.ts'
import { boundedChunks } from '#worker/ledger/bounded-body.ts'
import { createWeb, type WebSettings } from '#worker/ports/web/fetch-metadata.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serverThat(answer: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    void answer(request, response)
  })
  const port = await listen(server, 0, 'A server')
  closers.push(() => closeServer(server))
  return { url: `http://127.0.0.1:${port}`, requests }
}

const webOf = (settings: Partial<WebSettings> = {}) =>
  createWeb({ rule: addressRule(true), beginMs: 2000, timeoutMs: 5000, fetch, ...settings })
const limits = { maxBytes: 1000, idleMs: 300 }

async function read(web: ReturnType<typeof webOf>, address: string): Promise<string> {
  const file = await web.findFile(address)
  if ('problem' in file) return file.isFinal ? 'address' : 'unreachable'
  let text = ''
  try {
    for await (const chunk of boundedChunks(file.body, limits)) text += Buffer.from(chunk).toString()
  } catch (error) {
    return error instanceof Error ? error.constructor.name : 'error'
  }
  return text
}

describe('a file of a web server', () => {
  test('is fetched without anything about the visitor, and through allowed redirects', async () => {
    const sent: IncomingMessage['headers'][] = []
    const { url } = await serverThat((request, response) => {
      sent.push(request.headers)
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else response.writeHead(200, { 'content-type': 'text/html' }).end('the bytes')
    })
    expect(await read(webOf(), `${url}/a`)).toBe('the bytes')
    for (const headers of sent)
      for (const name of ['cookie', 'referer', 'x-forwarded-for']) expect(headers).not.toHaveProperty(name)
  })

  // Every notation of a non-public address, and a redirect to each.
  const hidden = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://localhost/',
    'https://db.internal/',
    'https://metadata.google.internal/',
    'https://user:pass@example.com/',
    'https://example.com:22/',
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com/',
    'javascript:alert(1)',
  ]

  test('is not fetched from an address that is not public', async () => {
    const requests: string[] = []
    const web = webOf({
      rule: addressRule(false),
      fetch: async (input) => {
        requests.push(String(input))
        return new Response('secret')
      },
    })
    for (const address of hidden) expect([address, await read(web, address)]).toEqual([address, 'address'])
    expect(requests).toEqual([])
  })

  test('is not fetched from there by a redirect either', async () => {
    for (const location of hidden) {
      const requests: string[] = []
      const web = webOf({
        rule: addressRule(false),
        fetch: async (input) => {
          requests.push(String(input))
          return new Response(null, { status: 302, headers: { location } })
        },
      })
      expect([location, await read(web, 'https://public.example.com/x.png')]).toEqual([
        location,
        'unreachable',
      ])
      expect(requests).toHaveLength(1)
    }
  })

  test('is not fetched where redirects have no end', async () => {
    const { url, requests } = await serverThat((_request, response) =>
      response.writeHead(302, { location: `/${requests.length}` }).end(),
    )
    expect(await read(webOf(), url)).toBe('unreachable')
    expect(requests.length).toBeLessThan(8)
  })

  test('is read no further than the limit, whatever length its server announces', async () => {
    const honest = await serverThat((_request, response) =>
      response.writeHead(200, { 'content-length': 5000 }).end(Buffer.alloc(5000)),
    )
    expect(await read(webOf(), honest.url)).toBe('BodyTooLarge')
    const silent = await serverThat((_request, response) => {
      response.writeHead(200)
      response.end(Buffer.alloc(5000))
    })
    expect(await read(webOf(), silent.url)).toBe('BodyTooLarge')
  })

  test('has the size that its server announces, if it says one', async () => {
    const { url } = await serverThat((request, response) => {
      if (request.url === '/silent') response.writeHead(200)
      else response.writeHead(200, { 'content-length': 3 })
      response.end('abc')
    })
    expect(await webOf().findFile(url)).toMatchObject({ announcedBytes: 3 })
    expect(await webOf().findFile(`${url}/silent`)).toMatchObject({ announcedBytes: null })
  })

  test('is not fetched on the local stack through a name that becomes a private one after its check', async () => {
    const { url, requests } = await serverThat((_request, response) =>
      response.writeHead(200).end('the bytes'),
    )
    const port = new URL(url).port
    const answers = ['127.0.0.1', '127.0.0.2']
    const outbound = await startLocalOutbound({
      resolve: Object.assign(
        (_host: string, _options: unknown, callback: (error: null, all: object[]) => void) =>
          callback(null, [{ address: answers.shift(), family: 4 }]),
        dns.lookup,
      ),
      admits: (address) => address === '127.0.0.1',
    })
    closers.push(outbound.close)
    const get = () =>
      fetch(`${outbound.url}/?url=${encodeURIComponent(`http://rebinding.example:${port}/x`)}`)
    const first = await get()
    expect(await first.text()).toBe('the bytes')
    await expect(get()).rejects.toThrow('fetch failed')
    expect([requests, answers]).toEqual([['/x'], []])
    // If a name has several addresses, none of them may be private.
    const plain = await startLocalOutbound({
      resolve: Object.assign(
        (_host: string, _options: unknown, callback: (error: null, all: object[]) => void) =>
          callback(null, [
            { address: '1.1.1.1', family: 4 },
            { address: '127.0.0.1', family: 4 },
          ]),
        dns.lookup,
      ),
    })
    closers.push(plain.close)
    await expect(fetch(`${plain.url}/?url=http://rebinding.example:${port}/`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${plain.url}/?url=file:///etc/passwd`)).status).toBe(400)
    expect(requests).toHaveLength(1)
  })

  test('is given up when its server stops, or sends a byte at a time', async () => {
    const stopping = await serverThat((_request, response) => {
      response.writeHead(200)
      response.write('x')
    })
    expect(await read(webOf(), stopping.url)).toBe('BodyTooSlow')
    const dripping = await serverThat((_request, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    expect(await read(webOf({ timeoutMs: 400 }), dripping.url)).toBe('DOMException')
    const mute = await serverThat(() => undefined)
    expect(await read(webOf({ beginMs: 100 }), mute.url)).toBe('unreachable')
  })

  test('is refused when its server says that there is none', async () => {
    const { url } = await serverThat((_request, response) => response.writeHead(404).end('<html>'))
    expect(await read(webOf(), url)).toBe('unreachable')
  })
})
