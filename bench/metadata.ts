// `npm run bench:metadata [-- --documents 10000 --seed 1]`: reads generated metadata of all kinds: valid, damaged and
// hostile. Fails if a document throws or takes more than 50 ms of processor time.
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { decodeBody, parseDocument } from '#worker/ledger/metadata-body.ts'
import { maxMetadataBytes } from '#worker/ledger/read-limited.ts'
import { metadataAddresses, pointedAddress, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import { readUri, textToHex } from '#worker/ledger/uri.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const limitMs = 50

const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const addresses = fc.oneof(
  fc.constantFrom(
    `ipfs://${cid}`,
    `ipfs://ipfs/${cid}/Name #7.png`,
    `https://${cid}.ipfs.dweb.link/1.png`,
    cid,
    '',
    'none',
  ),
  fc.constantFrom(
    'ar://Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA',
    'data:image/svg+xml,<svg fill="#fff"/>',
    '../images/1.png',
    `<img src="ipfs://${cid}">`,
    `ipfs://${cid}, https://a.example/1.png`,
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  ),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
)
const texts = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem(), addresses)
const scalar = fc.oneof(texts, fc.double(), fc.integer(), fc.boolean(), fc.constant(null))
const file = fc.oneof(
  addresses,
  fc.record({ uri: addresses, type: fc.constantFrom('image/png', 'video/mp4', 'model/gltf-binary') }),
)
const trait = fc.oneof(
  fc.record({ trait_type: texts, value: scalar }),
  fc.record({ traitType: texts, traitValue: scalar }),
  fc.record({ key: texts, value: fc.oneof(scalar, fc.array(scalar), fc.dictionary(texts, scalar)) }),
  fc.record({
    display_type: fc.constantFrom('date', 'number', 'boost_percentage'),
    trait_type: texts,
    value: fc.integer(),
  }),
  fc.tuple(texts, scalar),
)
const traits = fc.oneof(
  fc.array(trait),
  fc.dictionary(texts, scalar),
  fc.array(trait).map((all) => JSON.stringify(all)),
  texts,
)
const described = {
  name: fc.oneof(texts, fc.integer(), fc.record({ en: texts, de: texts })),
  description: texts,
}

/** Valid metadata in the shapes that minting tools write. */
const sound = fc.oneof(
  fc.record({
    schema: texts,
    nftType: fc.constant('art.v0'),
    ...described,
    image: file,
    video: file,
    attributes: traits,
  }),
  fc.record({
    ...described,
    image_url: addresses,
    animation_url: addresses,
    content_type: texts,
    is_explicit: fc.boolean(),
  }),
  fc.record({
    ...described,
    image: file,
    properties: fc.record({ files: fc.array(file), category: texts }),
    attributes: traits,
  }),
  fc.record({ ...described, image_data: addresses, animation_url: file, traits }),
  fc.record({
    content: fc.record({ url: addresses }),
    details: fc.record({ title: texts, previewUrl: fc.record({ thumbnail: addresses }) }),
  }),
  fc.record({ metadata: fc.record({ ...described, image: file }), files: fc.array(file) }),
  fc.object({ maxDepth: 6, key: texts }),
)
const wrapped = sound.chain((document) =>
  fc.constantFrom<unknown>(document, [document], { data: document }, JSON.stringify(document), {
    metadata: JSON.stringify(document),
  }),
)
const written = fc
  .tuple(
    wrapped,
    fc.constantFrom('plain', 'comma', 'hex', 'utf16', 'latin1', 'cut', 'base64', 'call', 'keys', 'entities'),
  )
  .map(([document, way]) => {
    const text = JSON.stringify(document)
    if (way === 'comma') return Buffer.from(text.replace(/([}\]])$/, ',$1'))
    if (way === 'hex') return Buffer.from(textToHex(text))
    if (way === 'utf16') return Buffer.from(`\ufeff${text}`, 'utf16le')
    if (way === 'base64') return Buffer.from(Buffer.from(text).toString('base64'))
    if (way === 'call') return Buffer.from(`callback(${text}); // done`)
    if (way === 'keys') return Buffer.from(text.replaceAll(/"([a-z_]+)":/g, '$1:'))
    if (way === 'entities') return Buffer.from(text.replaceAll('"', '&quot;'))
    if (way === 'latin1') return Buffer.from(text, 'latin1')
    return Buffer.from(way === 'cut' ? text.slice(0, text.length / 2) : text)
  })

/** Metadata of the maximum size, with one part repeated. */
const hostile = fc
  .tuple(
    fc.constantFrom(
      '{"name":"',
      '{"attributes":[',
      '{"attributes":"',
      '{"files":[',
      '{"image":"data:image/png;base64,',
      '[',
      '"',
      '{',
    ),
    fc.oneof(
      fc.constantFrom(
        '[',
        '{"a":',
        '"a":1,',
        '["a","b"],',
        '{"trait_type":"a","value":1},',
        '\\"',
        ',',
        '\u200d',
        '\u0301',
        '"\\',
        'a:b;',
        "'a',",
        '//a\\n',
        '&quot;',
        '<br>',
        '\u201ca\u201d,',
      ),
      fc.constantFrom(
        '"ipfs://a",',
        `"ipfs://${cid}",`,
        '{"url":"https://a.example/b"},',
        'ipfs://',
        'AAAA',
        '%25',
        '7b22',
        ' ',
      ),
      fc.string({ minLength: 1, maxLength: 12 }),
    ),
    fc.constantFrom('', '"', '"}', ']}', '"]}'),
  )
  .map(([head, part, tail]) => {
    const times = Math.floor((maxMetadataBytes - 50) / Buffer.byteLength(part))
    return Buffer.from(`${head}${part.repeat(times)}${tail}`).subarray(0, maxMetadataBytes)
  })
const bodies = fc.oneof({ weight: 9, arbitrary: written }, { weight: 1, arbitrary: hostile })

function readBody(body: Buffer): boolean {
  const json = parseDocument(decodeBody(body, ''))
  metadataAddresses(json, { at: 'ipfs', path: `${cid}/1.json`, otherPath: null })
  pointedAddress(json)
  readUri(body.subarray(0, 256).toString('hex'))
  return readTokenMetadata(json, new Map()) !== null
}

const times: number[] = []
let works = 0
let thrown = 0
/** Reads a document. Returns the processor time in milliseconds. */
function measure(body: Buffer): number {
  const start = process.threadCpuUsage()
  readBody(body)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

for (const body of fc.sample(bodies, { numRuns: Number(values.documents), seed: Number(values.seed) })) {
  try {
    if (readBody(body)) works += 1
    const ms = measure(body)
    // Repeats slow measurements, because a garbage collection or a busy machine may be the cause.
    const shortest = ms > limitMs / 2 ? Math.min(ms, measure(body), measure(body)) : ms
    if (shortest > limitMs) console.error(`${shortest.toFixed(0)} ms: ${body.subarray(0, 100).toString()}`)
    times.push(shortest)
  } catch (error) {
    thrown += 1
    console.error(body.subarray(0, 200).toString(), error)
  }
}
times.sort((a, b) => a - b)
const at = (share: number) => `${(times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2)} ms`
const slow = times.filter((ms) => ms > limitMs).length
console.log(`${times.length} documents, ${works} of them describe a work; ${thrown} threw.`)
console.log(
  `Processor time: median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}; ${slow} above ${limitMs} ms.`,
)
if (thrown > 0 || slow > 0) process.exitCode = 1
