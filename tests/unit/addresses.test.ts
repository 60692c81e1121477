import { base16 } from 'multiformats/bases/base16'
import { base32, base32upper } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { base64url } from 'multiformats/bases/base64'
import { CID } from 'multiformats/cid'
import { create as createDigest } from 'multiformats/hashes/digest'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipfsSource, isIpfsPath, otherIpfsPath } from '#contract/rules/media.ts'
import { metadataProblemText } from '#contract/words/metadata-problems.ts'
import { processorMs } from '#tests/support/processor-time.ts'
import {
  addressProblem,
  addressText,
  mediaSource,
  readAddress,
  readUri,
  textToHex,
} from '#worker/ledger/uri.ts'

const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const cid0 = 'QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU'
const transaction = 'Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA'
const content = CID.parse(cid)
const transactionLabel = base32.encoder.encode(Buffer.from(transaction, 'base64url')).slice(1)
const tinyPng = Buffer.from('\x89PNG\r\n\x1a\nabcdefghijkl', 'latin1')

/** Returns IPFS paths as texts and all other addresses unchanged. */
function addressOf(text: string) {
  const address = readAddress(text)
  if (address?.at === 'ipfs') return address.path
  if (address?.at === 'data') return `${address.contentType} ${Buffer.from(address.bytes).toString()}`
  if (address?.at === 'arweave') return `ar://${address.id}/${address.path}`
  return address === null ? null : address.url
}

/** Notations that minters use for the address of one file. */
const spellings = [
  `ipfs://${cid}`,
  `IPFS://${cid}`,
  `ipfs:${cid}`,
  `ipfs:/${cid}`,
  `ipfs:///${cid}`,
  `cid:${cid}`,
  `hash:${cid}`,
  `Hash: ${cid}`,
  `dweb:/ipfs/${cid}`,
  `/ipfs/${cid}`,
  `ipfs/${cid}`,
  cid,
  `ipfs://ipfs/${cid}`,
  `ipfs://ipfs/ipfs://ipfs/${cid}`,
  `ipfs://ipfs/ipfs/ipfs/${cid}/`,
  `ipfs://https://ipfs.io/ipfs/${cid}`,
  `https://ipfs.io/ipfs/${cid}`,
  `http://gateway.example:8080/ipfs/${cid}`,
  `https://ipfs.io/ipfs/ipfs://${cid}`,
  `https://gw.example/ipfs/ipfs/${cid}`,
  `https://gw.example/ipfs/${cid}?filename=a.png`,
  `https://gw.example/ipfs/${cid}?pinataGatewayToken=x&img-width=50#a`,
  `https://${cid}.ipfs.dweb.link`,
  `https://${cid}.ipfs.nftstorage.link/`,
  `https://${cid.toUpperCase()}.ipfs.cf-ipfs.com/?a=b`,
  `https://node.example/api/v0/cat?arg=${cid}`,
  `gateway.pinata.cloud/ipfs/${cid}`,
  `ipfs://${cid}#`,
  `ipfs://${cid}?filename=moon.png`,
  `ipfs%3A%2F%2F${cid}`,
  `\ufeff \n"ipfs://${cid}"\n`,
  `<ipfs://${cid}>`,
  ` ipfs://${cid}\n`,
  `ipfs://${cid}\0\0`,
  textToHex(`ipfs://${cid}`),
  `0x${textToHex(`ipfs://${cid}`)}`,
  Buffer.from(`ipfs://${cid}`).toString('base64'),
  `ipfs:\\/\\/${cid}`,
  textToHex(`ipfs://${cid}\0`).toLowerCase(),
  `ipfs://${content.toString(base16.encoder)}`,
  `ipfs://${content.toString(base16.encoder).toUpperCase()}`,
  `ipfs://${content.toString(base36.encoder)}`,
  `ipfs://${content.toString(base36.encoder).toUpperCase()}`,
  `ipfs://${content.toString(base58btc.encoder)}`,
  `ipfs://${content.toString(base64url.encoder)}`,
  `ipfs://${cid.toUpperCase()}`,
  `ipfs:\\\\${cid}`,
  `ipfs//${cid}`,
  `pfs://${cid}`,
  `IPFS CID: ${cid}`,
  `ipfs://${cid}.png`,
  `ipfs://${cid}\nipfs://${cid0}`,
  `ipfs://${cid}, ipfs://${cid0}`,
  `ipfs://${cid}|https://ipfs.io/ipfs/${cid}`,
  `<img src="ipfs://${cid}">`,
  `![art](ipfs://${cid})`,
  `ipfs%253A%252F%252F${cid}`,
  `https://ipfs.io/ipfs/ipfs%3A%2F%2F${cid}`,
  `https://https://ipfs.io/ipfs/${cid}`,
  `${cid}.ipfs.dweb.link/`,
  `http://${cid}.ipfs.localhost:8080/?x=1`,
  `https://ipfs.infura.io:5001/api/v0/cat?arg=${cid}`,
  `https://resize.example/?w=5&url=https://ipfs.io/ipfs/${cid}`,
  `https://ipfs.io/ipfs/${cid}?a=1&amp;b=2`,
  `ipfs://ipfs.io/ipfs/${cid}`,
  `//ipfs.io/ipfs/${cid}`,
  textToHex(textToHex(`ipfs://${cid}`)),
  textToHex(Buffer.from(`ipfs://${cid}`).toString('base64')),
  [...`ipfs://${cid}`].join('\0'),
  `ipfs://${cid}%0A`,
  `ipfs://${cid}%00%20`,
  `ipfs://${cid}.`,
  `ipfs://${cid}\\n`,
  `%69%70%66%73%3A%2F%2F${cid}`,
  `ipfs://\u200b${cid}\u200b`,
  `'ipfs://${cid}';`,
  `ipfs:ipfs/${cid}`,
]

describe('addresses of IPFS', () => {
  test('are the same for every base of the CID and every gateway', () => {
    const spellings = [
      (path: string) => `ipfs://${path}`,
      (path: string) => `IPFS:/${path}`,
      (path: string) => `ipfs://ipfs/${path}`,
      (path: string) => `/ipfs/${path}`,
      (path: string) => `https://gw.example/ipfs/${path}`,
      (path: string) => `https://gw.example/ipfs/./${path}`,
      (path: string) => `http://localhost:8080/ipfs/${path}?download=true`,
      (path: string) => `https://gw.example/ipfs/${path.replace('/', '/other/../')}`,
      (path: string) => `https://${path.replace(/^([^/]+)/, '$1.ipfs.gw.example')}`,
      (path: string) => `  "ipfs://${path}"\n`,
      (path: string) => textToHex(textToHex(`ipfs://${path}`)),
    ]
    const bases = [base32.encoder, base36.encoder, base58btc.encoder, base16.encoder, base32upper.encoder]
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.array(fc.stringMatching(/^[\w-]{1,20}$/), { maxLength: 3 }),
        fc.constantFrom(...bases),
        fc.constantFrom(...spellings),
        (hash, names, base, spell) => {
          const content = CID.createV1(0x70, createDigest(0x12, Uint8Array.from(hash)))
          // A host is lower case, with labels of 63 characters at most.
          const isOnHost = spell('x/').startsWith('https://x.ipfs')
          const written = content.toString(isOnHost ? base32.encoder : base)
          const path = [content.toString(), ...names].join('/')
          expect(addressOf(spell([written, ...names].join('/')))).toBe(path)
        },
      ),
    )
  })

  test.each(spellings)('%s is that of one file', (text) => {
    expect(readAddress(text)).toEqual({ at: 'ipfs', path: cid, otherPath: null })
  })

  test.each([
    [`https://${cid}.ipfs.nftstorage.link/1.json`, `${cid}/1.json`],
    [`ipfs://${cid0}/1.json`, `${cid0}/1.json`],
    [`https://ipfs.io/ipfs/${cid0}//metadata//1.json/`, `${cid0}/metadata/1.json`],
    [`ipfs://${cid}/Name%20%237.json`, `${cid}/Name #7.json`],
    [`ipfs://${cid}/100%.json`, `${cid}/100%.json`],
    [`ipfs://${cid}/a%2Fb.json`, `${cid}/a/b.json`],
    [`ipfs://${cid}/夜の庭.json`, `${cid}/夜の庭.json`],
    [`ipfs://${cid}%2F1.json`, `${cid}/1.json`],
    [`https://ipfs.io/ipfs/${cid}%2F1.json`, `${cid}/1.json`],
    [`${cid}.ipfs.dweb.link/1.json`, `${cid}/1.json`],
    [`ipfs:\\\\${cid}\\1.json`, `${cid}/1.json`],
    [`ipfs://${cid}/1.json?ext=json`, `${cid}/1.json`],
    [`ipfs://${cid}/1.json%0a`, `${cid}/1.json`],
    [`https://ipfs.io/ipfs/ipfs/${cid}/1.json`, `${cid}/1.json`],
    [`“ipfs://${cid}/1.json”`, `${cid}/1.json`],
    [`\`ipfs://${cid}/1.json\``, `${cid}/1.json`],
    [`ipfs://${cid}/1.json",`, `${cid}/1.json`],
    [`{ipfs://${cid}/1.json}`, `${cid}/1.json`],
    [`[metadata](ipfs://${cid}/1.json)`, `${cid}/1.json`],
    [`<a href="https://ipfs.io/ipfs/${cid}/1.json">metadata</a>`, `${cid}/1.json`],
    [`${Buffer.from(CID.parse(cid0).bytes).toString('hex')}/1.json`, `${cid0}/1.json`],
    [`see ipfs://${cid}/1.json`, `${cid}/1.json`],
  ])('%s is that of a file in a folder', (text, path) => {
    expect(readAddress(text)).toEqual({ at: 'ipfs', path, otherPath: null })
    expect(isIpfsPath(path)).toBe(true)
  })

  test.each([
    [`ipfs://${cid}/Name #7.json`, `${cid}/Name #7.json`, `${cid}/Name `],
    [`ipfs://${cid}/Who?.json`, `${cid}/Who?.json`, `${cid}/Who`],
    [`ipfs://${cid}/1.json?x=1`, `${cid}/1.json?x=1`, `${cid}/1.json`],
    [`https://gw.example/ipfs/${cid}/1.html#seed`, `${cid}/1.html#seed`, `${cid}/1.html`],
    [`ipfs://${cid}/Moon%2520%25237.json`, `${cid}/Moon%20%237.json`, `${cid}/Moon #7.json`],
  ])('%s may name two files', (text, path, otherPath) => {
    expect(readAddress(text)).toEqual({ at: 'ipfs', path, otherPath })
    expect(otherIpfsPath(path)).toBe(otherPath)
    // The server decodes the path from the URL at its media route.
    expect(decodeURIComponent(new URL(ipfsSource(path), 'https://opx.example').pathname)).toBe(
      `/media/ipfs/${path}`,
    )
  })

  test.each([
    `ipfs://${cid}/../secret`,
    `ipfs://${cid}/%2e%2e/%2e%2e/api/v0/id`,
    `ipfs://${cid}/%252e%252e/x`,
    `ipfs://${cid}/a%255c..%255cb`,
    `ipfs://${cid}/a\\b`,
    `ipfs://${cid}/a%00b`,
    `ipfs://${cid}/${'a/'.repeat(20)}`,
    'ipfs://undefined/1.json',
    'ipfs://',
    'ipfs://k51qzi5uqu5dgutdk6i1ynyzgkqngpha5xpgia3a5qqp4jsh0u4csozksxel2r',
    `ipfs://${cid0.toLowerCase()}`,
    `ipfs://${'b'.repeat(5000)}`,
  ])('%s is that of no file', (text) => {
    expect(readAddress(text)).toBeNull()
    expect(metadataProblemText(addressProblem(text))).toMatch(/^The token's address cannot be fetched: /)
  })
})

test.each([
  [`ipfs://${cid}/../secret`, 'no_path'],
  [`https://`, 'no_address'],
  [`ipfs://ipfs/${cid}/${'x'.repeat(300)}`, 'no_path'],
  [`/ipfs/${cid0}/..%2fx`, 'no_path'],
  ['ipfs://undefined/1.json', 'no_cid'],
  ['ipns://example.eth/1.json', 'no_address'],
])('the reason why %s cannot be fetched is %s', (text, code) => {
  expect(readAddress(text)).toBeNull()
  expect(addressProblem(text).code).toBe(code)
})

test.each([
  [`ar://${transaction}`, `ar://${transaction}/`],
  [`ar://${transaction}/&amp;&#xd800;`, `ar://${transaction}/&\ufffd`],
  [`AR://${transaction}/1.json?x=1`, `ar://${transaction}/1.json`],
  [`https://arweave.net/${transaction}`, `ar://${transaction}/`],
  [`https://arweave.net/raw/${transaction}`, `ar://${transaction}/`],
  [`https://abcdef.arweave.net/${transaction}/a%20b.png`, `ar://${transaction}/a b.png`],
  [`https://gateway.irys.xyz/${transaction}`, `ar://${transaction}/`],
  [`arweave.net/${transaction}`, `ar://${transaction}/`],
  [transaction, `ar://${transaction}/`],
  [`arweave://${transaction}`, `ar://${transaction}/`],
  [`https://arweave.net/tx/${transaction}/data`, `ar://${transaction}/`],
  [`https://arweave.net/${transaction}.png?ext=png`, `ar://${transaction}/`],
  [`https://${transaction}.arweave.net`, `ar://${transaction}/`],
  [`https://${transactionLabel}.arweave.net/1.json`, `ar://${transaction}/1.json`],
  [`https://${transactionLabel}.arweave.net/${transaction}/1.json`, `ar://${transaction}/1.json`],
  [textToHex(`ar://${transaction}/`), `ar://${transaction}/`],
  [Buffer.from(`ar://${transaction}/1`).toString('base64'), `ar://${transaction}/1`],
])('%s is on Arweave', (text, address) => {
  expect(addressOf(text)).toBe(address)
})

test.each([
  ['https://example.com/1.json', 'https://example.com/1.json'],
  ['HTTPS://EXAMPLE.com:443/a b.json#x', 'https://example.com/a%20b.json'],
  ['http://example.com/1.json', 'https://example.com/1.json'],
  ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080/x'],
  ['//example.com/1.json', 'https://example.com/1.json'],
  ['example.com/1.json', 'https://example.com/1.json'],
  ['"https://example.com/1.json"', 'https://example.com/1.json'],
  ['https://arweave.net/price/1', 'https://arweave.net/price/1'],
  // Has the length of a base32 transaction ID, but its last character sets bits that are zero in every valid ID.
  [`https://${'b'.repeat(52)}.arweave.net/1.json`, `https://${'b'.repeat(52)}.arweave.net/1.json`],
  ['https://example.com/ipfs/about', 'https://example.com/ipfs/about'],
  ['https://https://example.com/1.json', 'https://example.com/1.json'],
  ['https:\\\\example.com\\1.json', 'https://example.com/1.json'],
  ['https://example.com/a?b=1&amp;c=2', 'https://example.com/a?b=1&c=2'],
  ['https://example.com/a b?c=1&amp;d=2', 'https://example.com/a%20b?c=1&d=2'],
  ['https://example.com/a.png?ext=png', 'https://example.com/a.png'],
  ['<img src="https://example.com/a.png" alt="x">', 'https://example.com/a.png'],
  ['https://example.com/a.png, https://example.com/b.png', 'https://example.com/a.png'],
  ['https://example.com/\na.png', 'https://example.com/a.png'],
  ['![a](https://example.com/a.png;https://example.com/b.png)', 'https://example.com/a.png'],
  ['https://github.com/a/b/blob/main/1.json?raw=1', 'https://raw.githubusercontent.com/a/b/main/1.json'],
  ['https://www.dropbox.com/s/abc/1.json?dl=0', 'https://www.dropbox.com/s/abc/1.json?dl=1'],
  [
    'https://drive.google.com/file/d/1Ab-C/view?usp=sharing',
    'https://drive.google.com/uc?export=download&id=1Ab-C',
  ],
])('%s is on the web', (text, url) => {
  expect(addressOf(text)).toBe(url)
})

test.each([
  ['data:application/json,{"name":"oc"}', 'application/json {"name":"oc"}'],
  [
    'DATA:application/json;charset=utf-8;base64,eyJuYW1lIjoiw6QifQ==',
    'application/json;charset=utf-8 {"name":"ä"}',
  ],
  ['data:;base64,eyJ9', 'text/plain {"}'],
  ['data:,%7B%22name%22%3A%22100% oc%22%7D', 'text/plain {"name":"100% oc"}'],
  ['data:application/json;base64,eyJuYW1lIjoib2MifQ', 'application/json {"name":"oc"}'],
  ['data:application/json;base64,eyJu\nYW1lIjoib2MifQ%3D%3D', 'application/json {"name":"oc"}'],
  ['data:image/svg+xml;utf8,<svg fill="#fff"/>', 'image/svg+xml;utf8 <svg fill="#fff"/>'],
  ['{"name":"raw json"}', 'application/json {"name":"raw json"}'],
  ['%7B%22name%22:%22raw%22%7D', 'application/json {"name":"raw"}'],
  [' [{"name":"raw"}]\n', 'application/json [{"name":"raw"}]'],
  ['<svg viewBox="0 0 1 1"/>', 'image/svg+xml <svg viewBox="0 0 1 1"/>'],
  [textToHex('{"name":"hex of hex"}'), 'application/json {"name":"hex of hex"}'],
  [textToHex(textToHex('{"name":"hex"}')), 'application/json {"name":"hex"}'],
  ['eyJuYW1lIjoib2MifQ==', 'application/json {"name":"oc"}'],
  [Buffer.from('{\n"name":"oc"}').toString('base64'), 'application/json {\n"name":"oc"}'],
  ['data:{"name":"oc","a":1}', 'application/json {"name":"oc","a":1}'],
  ['data:;utf8,{"name":"oc"}', 'text/plain;utf8 {"name":"oc"}'],
  ['application/json;base64,eyJuYW1lIjoib2MifQ==', 'application/json {"name":"oc"}'],
  ['data%3Aapplication%2Fjson%2C%7B%7D', 'application/json {}'],
  ['%257B%2522name%2522:1%257D', 'application/json {"name":1}'],
  ['<?xml version="1.0"?><!-- x --><svg/>', 'image/svg+xml <?xml version="1.0"?><!-- x --><svg/>'],
  ['%3Csvg viewBox="0 0 1 1"/%3E', 'image/svg+xml <svg viewBox="0 0 1 1"/>'],
  ['&lt;svg viewBox=&quot;0 0 1 1&quot;/&gt;', 'image/svg+xml <svg viewBox="0 0 1 1"/>'],
  [Buffer.from('<svg viewBox="0 0 1 1"/>').toString('base64'), 'image/svg+xml <svg viewBox="0 0 1 1"/>'],
  ['data:image/svg+xml;base64,<svg/>', 'image/svg+xml <svg/>'],
  ['data:text/plain,<svg/>', 'image/svg+xml <svg/>'],
  [tinyPng.toString('base64'), `image/png ${tinyPng.toString()}`],
  [`data:;base64,${tinyPng.toString('base64')}`, `image/png ${tinyPng.toString()}`],
  [`image/png;base64,${tinyPng.toString('base64')}`, `image/png ${tinyPng.toString()}`],
])('%s contains its file', (text, file) => {
  expect(addressOf(text)).toBe(file)
})

test.each([
  '',
  ' ',
  'javascript:alert(1)',
  'ftp://example.com/a.json',
  'file:///etc/passwd',
  '1.json',
  'metadata.json',
  'Hello world',
  'data:application/json;base64,{"name"}',
  'data:application/json',
  '6162636465666768',
  '00'.repeat(40),
])('%j is no address, and has a reason', (text) => {
  expect(readAddress(text)).toBeNull()
  expect(metadataProblemText(addressProblem(text))).toMatch(/^The token's address cannot be fetched: .+\.$/)
})

test.each<[string, Buffer]>([
  ['UTF-16', Buffer.from(`\ufeffipfs://${cid}`, 'utf16le')],
  ['UTF-16 big-endian', Buffer.from(`\ufeffipfs://${cid}`, 'utf16le').swap16()],
  ['UTF-16 without a mark', Buffer.from(`ipfs://${cid}`, 'utf16le')],
  ['the bytes of a CID', Buffer.from(content.bytes)],
  ['NUL at the end', Buffer.from(`ipfs://${cid}`.padEnd(256, '\0'))],
])('a URI of %s is read', (_name, uri) => {
  expect(readUri(uri.toString('hex'))).toEqual({ at: 'ipfs', path: cid, otherPath: null })
})

test('a URI in Latin-1 is read', () => {
  const uri = Buffer.from(`ipfs://${cid}/Caf\xe9.json`, 'latin1').toString('hex')
  expect(readUri(uri)).toEqual({ at: 'ipfs', path: `${cid}/Café.json`, otherPath: null })
})

describe('every text', () => {
  const parts = fc.array(
    fc.oneof(
      fc.constantFrom(
        'ipfs://',
        'ipfs/',
        '/ipfs/',
        'cid:',
        'https://',
        'a.example',
        '/',
        '#',
        '?',
        '%',
        '%2F',
        '..',
      ),
      fc.constantFrom(
        cid,
        cid0,
        transaction,
        'data:',
        ';base64,',
        ',',
        '{',
        '"',
        ' ',
        '\0',
        '\ud800',
        '=',
        '\\',
        'eyJ',
        'iVBORw0KGgo',
        '&amp;',
        '&lt;svg',
        '.arweave.net',
        'z'.repeat(52),
        'ar://',
        '&#xd800;',
        '|',
      ),
      fc.string({ unit: 'binary' }),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    ),
  )

  test('is read without an exception, to an address of one spelling', () => {
    fc.assert(
      fc.property(parts, (all) => {
        const address = readAddress(all.join(''))
        if (address === null) return
        expect(mediaSource(address)).toMatch(/^\/media\/(?:ipfs\/[\w/%.!~*'()-]+|web\/[\da-f]{64})$/)
        expect(address.at !== 'ipfs' || isIpfsPath(address.path)).toBe(true)
        const sameAddress = readAddress(addressText(address))
        expect(sameAddress === null ? null : mediaSource(sameAddress)).toBe(mediaSource(address))
      }),
    )
  })

  test('is the same address with blanks around it, and as hex', () => {
    fc.assert(
      fc.property(fc.constantFrom(`ipfs://${cid}/1.json`, `ar://${transaction}`, '{"name":"x"}'), (text) => {
        expect(readAddress(`\u00a0${text}\0\n`)).toEqual(readAddress(text))
        expect(readAddress(textToHex(text))).toEqual(readAddress(text))
      }),
    )
  })

  test.each([
    ' ',
    '=',
    '"',
    'ipfs://',
    'ipfs/',
    '?a',
    'data:',
    '%',
    'a.',
    'https://',
    '/ipfs/',
    '61',
    '<',
    '{',
    ';base64',
    '&amp;',
    '\\',
    'iVBOR',
    'ipfs://a ',
    '%25',
    '&lt;',
    'eyJ',
    'a b ',
    ', ',
  ])('takes no long time, however often it repeats %j', (part) => {
    const text = part.repeat(Math.ceil((256 * 1024) / part.length))
    for (const long of [text, `data:${text}x`, `data:,${text}`, `data:;base64,${text}!`, `x${text}x`]) {
      expect(processorMs(() => readAddress(long))).toBeLessThan(500)
    }
  })
})
