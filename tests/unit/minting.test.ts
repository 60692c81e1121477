import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { gif, mp4, pdf, png, svg, webm } from '#tests/support/media-files.ts'
import { claimedType, mediaProblem, type MediaUse } from '#contract/rules/media-files.ts'
import { MintForm, mintFlagsOf, RoyaltyPercent, transferFeeOf } from '#contract/schemas/minting.ts'
import { buildTokenJson, MintMetadata, TokenJson } from '#contract/schemas/token-json.ts'
import { cidOf } from '#worker/domain/media/cid.ts'
import { inspectFile } from '#worker/domain/media/inspect-file.ts'
import { checkUse } from '#worker/domain/media/sniff-media.ts'

const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const metadata = {
  name: 'Moon',
  description: 'A night.',
  attributes: [{ trait_type: 'Sky', value: 'clear' }],
}

const messagesOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map(({ message }) => message) ?? []

describe('the mint form', () => {
  test('reports every missing part with its own sentence', () => {
    expect(messagesOf(MintMetadata, { name: '', description: '', attributes: [] })).toEqual([
      'Give it a name.',
      'Write a description.',
      'Add at least one attribute.',
    ])
    expect(
      messagesOf(MintMetadata, { ...metadata, attributes: [{ trait_type: 'Sky', value: ' ' }] }),
    ).toEqual(['Give the attribute a value.'])
    expect(messagesOf(MintMetadata, { ...metadata, description: 'x'.repeat(450) })).toEqual([])
    expect(messagesOf(MintMetadata, { ...metadata, description: 'x'.repeat(451) })).toEqual([
      'A description can have at most 450 characters.',
    ])
    const attributes = [{ trait_type: 'Edition', value: 7 }]
    expect(v.parse(MintMetadata, { ...metadata, attributes }).attributes[0]?.value).toBe('7')
  })

  test('takes a royalty as a percentage in steps of the ledger', () => {
    expect(
      ['0', '5', '7.5', '0.001', '50'].map((text) => transferFeeOf(v.parse(RoyaltyPercent, text))),
    ).toEqual([0, 5000, 7500, 1, 50_000])
    for (const text of ['-1', '50.001', '99', '1.2345', 'NaN', '1e1', ''])
      expect(messagesOf(RoyaltyPercent, text)).not.toEqual([])
  })

  test('reads its metadata, and a royalty makes the NFT transferable', () => {
    const form = v.parse(MintForm, { metadata: JSON.stringify(metadata), taxon: '7', royalty: '2.5' })
    expect(form).toMatchObject({ taxon: 7, transferable: true, burnable: false, onlyXRP: false, metadata })
    expect(messagesOf(MintForm, { metadata: '{', taxon: '7', royalty: '0' })).toEqual([
      'Metadata is not valid JSON.',
    ])
    expect(
      messagesOf(MintForm, { metadata: JSON.stringify(metadata), taxon: '4294967296', royalty: '0' }),
    ).toEqual(['A taxon can be at most 4294967295.'])
    const none = { transferable: false, burnable: false, onlyXRP: false }
    expect([mintFlagsOf(none, 0, false), mintFlagsOf(none, 1, false)]).toEqual([0, 8])
    expect(mintFlagsOf({ transferable: true, burnable: true, onlyXRP: true }, 0, true)).toBe(27)
  })

  test('produces XLS-24 metadata', () => {
    const built = buildTokenJson({
      metadata,
      display: { cid, contentType: 'video/mp4' },
      poster: { cid, contentType: 'image/jpeg' },
      attachment: { cid, contentType: 'application/pdf' },
      collection: 'Nights',
    })
    expect(v.parse(TokenJson, JSON.parse(JSON.stringify(built)))).toEqual({
      schema: 'ipfs://QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU',
      nftType: 'art.v0',
      ...metadata,
      image: `ipfs://${cid}`,
      video: `ipfs://${cid}`,
      file: `ipfs://${cid}`,
      attachment: { type: 'pdf', file: `ipfs://${cid}` },
      collection: { name: 'Nights' },
    })
  })
})

const look = async (bytes: Uint8Array<ArrayBuffer>, use: MediaUse = 'display') =>
  checkUse(await inspectFile(new Blob([bytes]).stream()), use)

describe('a file', () => {
  test('gets its type from its bytes, for either use', async () => {
    const kinds = [png(3, 2), gif(), svg(), mp4(), webm(), pdf()]
    const looks = await Promise.all(kinds.map(async (bytes) => look(Buffer.from(bytes), 'attachment')))
    expect(looks.map((one) => (one.ok ? one.facts.contentType : one.sentence))).toEqual([
      'image/png',
      'image/gif',
      'image/svg+xml',
      'video/mp4',
      'video/webm',
      'application/pdf',
    ])
    expect(await look(Buffer.from(pdf()))).toMatchObject({ ok: false })
    expect(await look(png(3, 2))).toMatchObject({ facts: { width: 3, height: 2 } })
  })

  test('has the CID of the whole content, however it is split', async () => {
    for (const bytes of [png(40, 40), Buffer.alloc(700_000, 7)]) {
      const inspected = await inspectFile(new Blob([bytes]).stream())
      expect([inspected.cid, inspected.bytes]).toEqual([await cidOf(bytes), bytes.length])
    }
  })

  test('is checked for type, emptiness and size', () => {
    const file = { name: 'a.PNG', type: '', size: 1 }
    expect([claimedType(file), mediaProblem(file, 'display')]).toEqual(['image/png', null])
    expect(mediaProblem({ ...file, name: 'a.pdf' }, 'display')).toBe(
      'Choose one of JPG, PNG, GIF, SVG, MP4, WEBM.',
    )
    expect(mediaProblem({ ...file, size: 0 }, 'display')).toBe('This file is empty.')
    expect(mediaProblem({ ...file, size: 20 * 1024 * 1024 }, 'display')).toBeNull()
    expect(mediaProblem({ ...file, size: 20 * 1024 * 1024 + 1 }, 'display')).toBe(
      'This file is larger than 20MB. Choose a smaller one.',
    )
  })
})
