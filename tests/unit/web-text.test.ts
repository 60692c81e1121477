import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressRule } from '#worker/ports/web/address-rules.ts'
import { metadataProblemText } from '#contract/words/metadata-problems.ts'
import { readBeginning } from '#worker/ledger/read-limited.ts'
import { createWeb } from '#worker/ports/web/fetch-metadata.ts'
import type { WebPort } from '#worker/ports/web/port.ts'

const rule = addressRule(false)

describe('the addresses that may be fetched', () => {
  test.each([
    'https://example.com/a.json',
    'https://meta.example.org/1?x=2#y',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
    'https://xn--bcher-kva.example.net./x',
  ])('include %s', (address) => {
    expect(rule(new URL(address))).toBeNull()
  })

  test.each([
    'http://example.com/a.json',
    'ftp://example.com/',
    'file:///etc/passwd',
    'data:application/json,{}',
    'https://user:pass@example.com/',
    'https://example.com:8443/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://db.internal/',
    'https://printer.local/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:db8::1]/',
  ])('exclude %s', (address) => {
    expect(rule(new URL(address))).not.toBeNull()
  })

  test('exclude private IPv4 addresses in every notation', () => {
    const privates = fc.oneof(
      fc.tuple(fc.constantFrom(10, 127, 0), fc.nat(255), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(192), fc.constant(168), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), fc.nat(255), fc.nat(255)),
      fc.tuple(fc.constant(169), fc.constant(254), fc.nat(255), fc.nat(255)),
    )
    const forms = [
      (parts: number[]) => parts.join('.'),
      (parts: number[]) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
      (parts: number[]) => parts.map((part) => `0${part.toString(8)}`).join('.'),
      (parts: number[]) => String(parts.reduce((sum, part) => sum * 256 + part, 0)),
      (parts: number[]) => `[::ffff:${parts.join('.')}]`,
    ]
    fc.assert(
      fc.property(privates, fc.constantFrom(...forms), (parts, form) => {
        expect(rule(new URL(`https://${form(parts)}/`))).not.toBeNull()
      }),
    )
  })

  test('include this machine for the local stack, and no other private address', () => {
    const local = addressRule(true)
    expect(local(new URL('http://127.0.0.1:8080/x'))).toBeNull()
    expect(local(new URL('http://192.168.0.1/x'))).not.toBeNull()
    expect(local(new URL('http://127.evil.com/x'))).not.toBeNull()
  })
})

interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | ReadableStream<Uint8Array>
}

function webOf(answers: Record<string, Answer>) {
  const requested: string[] = []
  const get = async (input: RequestInfo | URL, init?: RequestInit) => {
    const address = String(input)
    requested.push(address)
    expect(init?.redirect).toBe('manual')
    const answer = answers[address]
    if (answer === undefined) throw new TypeError('no such server')
    const { status = 200, headers = { 'content-type': 'application/json' }, body = '{"a":1}' } = answer
    return new Response(status >= 300 && status < 400 ? null : body, { status, headers })
  }
  return { web: createWeb({ rule, beginMs: 1000, timeoutMs: 1000, fetch: get }), requested }
}

/** Returns the text at a URL; null if there is none. */
async function textAt(web: WebPort, address: string): Promise<string | null> {
  const file = await web.findFile(address)
  return 'problem' in file ? null : new Response(file.body).text()
}

const to = (location: string): Answer => ({ status: 302, headers: { location } })

describe('fetching', () => {
  test('returns a file, also after relative redirects', async () => {
    const { web } = webOf({
      'https://a.net/1': to('/2'),
      'https://a.net/2': to('https://b.net/3'),
      'https://b.net/3': { headers: { 'content-type': 'text/plain; charset=utf-8' } },
    })
    expect(await web.findFile('https://a.net/1')).toMatchObject({ contentType: 'text/plain; charset=utf-8' })
    expect(await textAt(web, 'https://a.net/1')).toBe('{"a":1}')
  })

  test.each([
    'http://b.net/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://',
  ])('does not follow a redirect to %s', async (location) => {
    const { web, requested } = webOf({ 'https://a.net/': to(location) })
    expect(await web.findFile('https://a.net/')).toMatchObject({ isFinal: false })
    expect(requested).toEqual(['https://a.net/'])
  })

  test('follows five redirects, not six, and no loop', async () => {
    const chain = (hops: number) =>
      Object.fromEntries(
        Array.from({ length: hops }, (_, i) => [`https://a.net/${i}`, to(`/${i + 1}`)] as const),
      )
    const five = webOf({ ...chain(5), 'https://a.net/5': {} })
    expect(await textAt(five.web, 'https://a.net/0')).toBe('{"a":1}')
    const six = webOf({ ...chain(6), 'https://a.net/6': {} })
    expect(await textAt(six.web, 'https://a.net/0')).toBeNull()
    const circle = webOf({ 'https://a.net/': to('https://a.net/') })
    expect(await textAt(circle.web, 'https://a.net/')).toBeNull()
    expect(circle.requested).toHaveLength(6)
  })

  test.each(['text/html', 'application/javascript', 'image/png', undefined])(
    'returns a file whose type is %s: its body counts',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
      const { web } = webOf({ 'https://a.net/': { headers, body: new Blob(['{}']).stream() } })
      expect(await textAt(web, 'https://a.net/')).toBe('{}')
    },
  )

  test('says why there is no file, and whether a later try can succeed', async () => {
    const { web } = webOf({ 'https://a.net/': { status: 404 } })
    const reasonAt = async (address: string) => {
      const file = await web.findFile(address)
      return 'problem' in file ? [file.isFinal, metadataProblemText(file.problem)] : null
    }
    expect(await reasonAt('https://a.net/')).toEqual([
      false,
      "The server at the token's address answered 404.",
    ])
    expect(await reasonAt('https://b.net/')).toEqual([
      false,
      "The server at the token's address cannot be reached.",
    ])
    expect(await reasonAt('https://127.0.0.1/')).toEqual([
      true,
      "The token's address cannot be fetched: only public https addresses are supported.",
    ])
  })

  test('does not wait for a server that never answers', async () => {
    const hanging = createWeb({
      rule,
      beginMs: 20,
      timeoutMs: 10_000,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    expect(await hanging.findFile('https://a.net/')).toMatchObject({ isFinal: false })
  })

  test('handles any string as an address without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl()), async (address) => {
        expect(await webOf({}).web.findFile(address)).toHaveProperty('problem')
      }),
    )
  })
})

test('the beginning of a body is read up to a limit, whatever it announces', async () => {
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(400).fill(65)),
  })
  expect(await readBeginning(endless, 1000)).toEqual({ bytes: new Uint8Array(1000).fill(65), isWhole: false })
  const short = await readBeginning(new Blob(['{}']).stream(), 1000)
  expect([new TextDecoder().decode(short.bytes), short.isWhole]).toEqual(['{}', true])
})
