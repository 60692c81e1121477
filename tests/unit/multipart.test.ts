import { expect, test } from 'vitest'
import { Refusal } from '#contract/words/refusal.ts'
import { readMultipart } from '#worker/http/multipart.ts'

const boundary = '----opx-boundary'
const type = `multipart/form-data; boundary=${boundary}`
const part = (head: string, body: Buffer | string) =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')])
const end = Buffer.from(`--${boundary}--\r\n`)
const disposition = (rest: string) => `Content-Disposition: form-data; ${rest}`

/** Splits bytes into chunks of these sizes, in rotation. */
function pieces(bytes: Buffer, sizes: number[]): ReadableStream<Uint8Array> {
  let at = 0
  let turn = 0
  return new ReadableStream({
    pull(controller) {
      const size = sizes[turn % sizes.length] ?? 1
      turn += 1
      if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, at + size)))
      at += size
      if (at >= bytes.length) controller.close()
    },
  })
}

async function read(body: Buffer, sizes: number[], maxBytes = 1_000_000, contentType = type) {
  const request = new Request('http://x/', {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: pieces(body, sizes),
    duplex: 'half',
  } as RequestInit)
  const files: [string, string][] = []
  const chunks = (async function* () {
    if (request.body !== null) yield* request.body
  })()
  const fields = await readMultipart(request, chunks, maxBytes, {
    takesField: (name) => name !== 'unknown',
    async onFile(name, own) {
      const bytes: Uint8Array[] = []
      for await (const chunk of own) bytes.push(chunk)
      files.push([name, Buffer.concat(bytes).toString('latin1')])
    },
  })
  return { fields, files }
}

/** Bytes that look like the boundary but are not. */
const lookalike = Buffer.from(
  `\r\n--${boundary.slice(0, -1)}\r\n--\r\r\n-${boundary}--\r\n--${boundary.slice(0, 5)}\r`,
)

test('a form parses the same, however it is split into chunks', async () => {
  const body = Buffer.concat([
    Buffer.from('a preamble\r\n'),
    part(disposition('name="metadata"'), '{"name":"Mond über Wasser"}'),
    part(`${disposition('name="mediaFile"; filename="a.png"')}\r\nContent-Type: image/png`, lookalike),
    part(disposition('name="none"; filename=""'), ''),
    part(disposition('name="empty"'), ''),
    part(disposition(`name="again"; filename*=UTF-8''%e2%82%ac.png`), 'x'),
    end,
  ])
  const expected = {
    fields: [
      ['metadata', '{"name":"Mond über Wasser"}'],
      ['empty', ''],
    ],
    files: [
      ['mediaFile', lookalike.toString('latin1')],
      ['none', ''],
      ['again', 'x'],
    ],
  }
  for (let size = 1; size <= body.length; size += 1)
    expect({ size, ...(await read(body, [size])) }).toEqual({ size, ...expected })
  for (const sizes of [
    [1, 7, 30],
    [64, 1, 1, 2],
    [3, 100],
  ])
    expect(await read(body, sizes)).toEqual(expected)
})

const texts = (name: string, count: number) =>
  Array.from({ length: count }, () => part(disposition(`name="${name}"`), Buffer.alloc(300_000, 'x')))

test('text fields may have 1 MiB together, and unknown fields are dropped', async () => {
  const body = (count: number) => Buffer.concat([...texts('unknown', 20), ...texts('a', count), end])
  expect((await read(body(3), [60_000], 10_000_000)).fields).toHaveLength(3)
  await expect(read(body(4), [60_000], 10_000_000)).rejects.toThrow('a text in it is too long')
})

const whole = Buffer.concat([part(disposition('name="a"'), 'b'), end])

test.each([
  ['no boundary', whole, 'multipart/form-data', 'Send the request as multipart/form-data.'],
  ['JSON', Buffer.from('{}'), 'application/json', 'Send the request as multipart/form-data.'],
  ['a truncated form', whole.subarray(0, -6), type, 'is incomplete'],
  ['a form of one byte', Buffer.from('x'), type, 'is incomplete'],
  [
    'a truncated file',
    part(disposition('name="a"; filename="b"'), 'c').subarray(0, -2),
    type,
    'is incomplete',
  ],
  ['a part without a name', Buffer.concat([part(disposition('x=1'), 'b'), end]), type, 'multipart/form-data'],
  [
    'a malformed file name',
    Buffer.concat([part(disposition(`name="a"; filename*=UTF-8''%`), 'b'), end]),
    type,
    'multipart/form-data',
  ],
  [
    'an unterminated header',
    Buffer.concat([Buffer.from(`--${boundary}\r\n`), Buffer.alloc(40_000, 'x')]),
    type,
    'multipart/form-data',
  ],
  [
    'too many parts',
    Buffer.concat([...Array.from({ length: 65 }, () => part(disposition('name="a"'), '')), end]),
    type,
    'too many fields',
  ],
  [
    'a long text',
    Buffer.concat([part(disposition('name="a"'), Buffer.alloc(600_000)), end]),
    type,
    'too long',
  ],
  ['a long form', Buffer.alloc(1_000_001), type, 'may have 0 MB at most'],
])('%s is refused with a clear message', async (_what, body, contentType, sentence) => {
  const refused = await read(body, [5000], 1_000_000, contentType).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect(String(refused)).toContain(sentence)
})
