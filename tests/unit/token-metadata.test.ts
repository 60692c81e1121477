import { expect, test } from 'vitest'
import { isIpfsPath } from '#contract/rules/media.ts'
import { mediaCids, readTokenMetadata } from '#worker/ledger/token-metadata.ts'
import { hexToText, ipfsPath, textToHex } from '#worker/ledger/uri.ts'

const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const mediaFacts = new Map([
  [cid, { contentType: 'image/png', width: 10, height: 20, color: '#123456', bytes: 1234 }],
])

test('the reader reads XLS-24 metadata with a known picture', () => {
  const json = {
    name: 'Moon',
    image: `ipfs://${cid}`,
    attributes: [{ trait_type: 'Sky', value: 'clear' }, { trait_type: 'x' }],
    collection: { name: 'Nights' },
  }
  expect(readTokenMetadata(json, mediaFacts)).toEqual({
    name: 'Moon',
    description: '',
    image: {
      kind: 'image',
      src: `/media/ipfs/${cid}`,
      contentType: 'image/png',
      width: 10,
      height: 20,
      color: '#123456',
      bytes: 1234,
    },
    animation: null,
    attachment: null,
    files: [],
    attributes: [{ trait_type: 'Sky', value: 'clear' }],
    moreAttributes: 0,
    collection: 'Nights',
    explicit: false,
  })
  expect(mediaCids(json)).toEqual([cid])
})

test('names have nothing that breaks a line, turns text around, hides or cannot be written in a document', () => {
  const nameOf = (name: string) => readTokenMetadata({ name, image: `ipfs://${cid}` }, mediaFacts)?.name
  expect(nameOf('Verified \u202egnp.evil\u202c NFT')).toBe('Verified gnp.evil NFT')
  expect(nameOf('Bo\u200bred\u200d Ape\ufeff #1')).toBe('Bored Ape #1')
  expect(nameOf('Tidewriting \u2705 Verified')).toBe('Tidewriting Verified')
  expect(nameOf('\u200b\u200d')).toBe('Untitled')
  expect(nameOf('A\u0008B\uffff')).toBe('AB')
  // A family is one visible character, joined by invisible ones.
  expect(nameOf('👩\u200d👧')).toBe('👩\u200d👧')
  const described = readTokenMetadata({ name: 'A', description: 'one\u000b\ntwo\u0000' }, mediaFacts)
  expect(described?.description).toBe('one\ntwo')
})

test('the reader reads attributes under trait or traits, as an object, and image_url', () => {
  const metadata = readTokenMetadata(
    { name: 'A', image_url: `https://gateway.example/ipfs/${cid}`, traits: { Eyes: 3, Hat: true } },
    new Map(),
  )
  expect(metadata?.attributes).toEqual([
    { trait_type: 'Eyes', value: '3' },
    { trait_type: 'Hat', value: 'true' },
  ])
  expect(metadata?.image?.src).toBe(`/media/ipfs/${cid}`)
})

test('files of other servers are shown through our own route, and nothing that is no file', () => {
  const picture = readTokenMetadata(
    { name: 'A', image: 'https://tracker.example/pixel.png' },
    new Map(),
  )?.image
  expect(picture).toMatchObject({ kind: 'image', src: expect.stringMatching(/^\/media\/web\/[\da-f]{64}$/) })
  expect(readTokenMetadata({ name: 'A', image: 'javascript:alert(1)' }, new Map())?.image).toBeNull()
  expect(ipfsPath(`ipfs://${cid}/../secret`)).toBeNull()
  expect(ipfsPath('javascript:alert(1)')).toBeNull()
  expect(readTokenMetadata(['no', 'metadata'], new Map())).toBeNull()
})

test('URIs are decoded from hex as UTF-8', () => {
  expect(hexToText(textToHex('ipfs://ä'))).toBe('ipfs://ä')
  expect(hexToText('FF')).toBeNull()
})

test('texts that a database would refuse are cleaned, and no character is cut in half', () => {
  const metadata = readTokenMetadata(
    { name: `a\u0000b${'x'.repeat(197)}😀`, attributes: { 'T\u0000': 'v\u0000' } },
    new Map(),
  )
  expect(metadata?.name).toHaveLength(200)
  expect(metadata?.name.isWellFormed()).toBe(true)
  expect(JSON.stringify(metadata)).not.toContain('\\u0000')
})

test.each(['/%2e%2e/%2e%2e/api/v0/id', '/..', '/./a', '//a', '/a\\b', '/a\nb', `/${'a'.repeat(300)}`])(
  'a path that leads elsewhere is rejected: %s',
  (rest) => {
    expect(ipfsPath(`ipfs://${cid}/name.json`)).toBe(`${cid}/name.json`)
    expect(isIpfsPath(`${cid}${rest}`)).toBe(false)
  },
)
