import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressRule } from '#worker/ports/web/address-rules.ts'
import { createWeb } from '#worker/ports/web/fetch-text.ts'

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

type Answer = {
  status?: number
  headers?: Record<string, string>
  body?: string | ReadableStream<Uint8Array>
}

function webOf(answers: Record<string, Answer>, maxBytes = 1000) {
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
  return { web: createWeb({ rule, timeoutMs: 1000, maxBytes, fetch: get }), requested }
}

const to = (location: string): Answer => ({ status: 302, headers: { location } })

describe('fetching', () => {
  test('returns a text, also after relative redirects', async () => {
    const { web } = webOf({
      'https://a.net/1': to('/2'),
      'https://a.net/2': to('https://b.net/3'),
      'https://b.net/3': { headers: { 'content-type': 'text/plain; charset=utf-8' } },
    })
    expect(await web.findText('https://a.net/1')).toBe('{"a":1}')
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
    expect(await web.findText('https://a.net/')).toBeNull()
    expect(requested).toEqual(['https://a.net/'])
  })

  test('follows five redirects, not six, and no loop', async () => {
    const chain = (hops: number) =>
      Object.fromEntries(
        Array.from({ length: hops }, (_, i) => [`https://a.net/${i}`, to(`/${i + 1}`)] as const),
      )
    const five = webOf({ ...chain(5), 'https://a.net/5': {} })
    expect(await five.web.findText('https://a.net/0')).toBe('{"a":1}')
    const six = webOf({ ...chain(6), 'https://a.net/6': {} })
    expect(await six.web.findText('https://a.net/0')).toBeNull()
    const circle = webOf({ 'https://a.net/': to('https://a.net/') })
    expect(await circle.web.findText('https://a.net/')).toBeNull()
    expect(circle.requested).toHaveLength(6)
  })

  const endless = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(400).fill(65)),
    })
  test.each<[string, Answer]>([
    ['a page', { headers: { 'content-type': 'text/html' } }],
    ['a picture', { headers: { 'content-type': 'image/png' } }],
    ['no type', { headers: {}, body: new Blob(['{}']).stream() }],
    ['an error', { status: 404 }],
    [
      'a content length above the limit',
      { headers: { 'content-type': 'application/json', 'content-length': '5000' } },
    ],
    ['a body above the limit without a content length', { body: endless() }],
  ])('returns nothing for %s', async (_name, answer) => {
    const { web } = webOf({ 'https://a.net/': answer })
    expect(await web.findText('https://a.net/')).toBeNull()
  })

  test('handles a server that is down, and one that never ends', async () => {
    expect(await webOf({}).web.findText('https://a.net/')).toBeNull()
    const hanging = createWeb({
      rule,
      timeoutMs: 20,
      maxBytes: 1000,
      fetch: (_input, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))
        }),
    })
    expect(await hanging.findText('https://a.net/')).toBeNull()
  })

  test('handles any string as an address without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl()), async (address) => {
        expect(await webOf({}).web.findText(address)).toBeNull()
      }),
    )
  })
})
