import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { describe, expect, test } from 'vitest'
import { processorMs } from '#tests/support/processor-time.ts'
import { decodeBody, parseDocument } from '#worker/ledger/metadata-body.ts'
import { type KnownMedia, mediaKey } from '#worker/ledger/metadata-files.ts'
import {
  mediaCids,
  metadataAddresses,
  pointedAddress,
  readTokenMetadata,
} from '#worker/ledger/token-metadata.ts'
import { addressText, readAddress, textToHex } from '#worker/ledger/uri.ts'

const png = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy'
const gif = 'bafkreidivzimqfqtoqxkrpge6bjyhlvxqs3rhe73owtmdulaxr5do5in7u'
const film = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
const sound = 'bafkreicysg23kiwv34eg2d7qweipxwosdo2py4ldv42nbauguluen5v6am'
const model = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const page = 'bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
const facts = (entries: Record<string, string>): Map<string, KnownMedia> =>
  new Map(
    Object.entries(entries).map(([cid, contentType]) => [
      cid,
      { contentType, width: null, height: null, color: null },
    ]),
  )
const mediaFacts = facts({
  [png]: 'image/png',
  [gif]: 'image/gif',
  [film]: 'video/mp4',
  [sound]: 'audio/mpeg',
  [model]: 'model/gltf-binary',
  [page]: 'text/html',
})
const ipfs = (cid: string) => `ipfs://${cid}`
const src = (cid: string) => `/media/ipfs/${cid}`
const readMetadata = (json: unknown) => readTokenMetadata(json, mediaFacts)
/** Returns the sources and kinds of a work's files. */
function filesOf(json: unknown) {
  const work = readMetadata({ name: 'case', ...(typeof json === 'object' ? json : {}) })
  if (work === null) return null
  const short = (file: { src: string; kind: string } | null) => file && [file.kind, file.src]
  return [short(work.image), short(work.animation), short(work.attachment), work.files.map(short)]
}
const picture = ['image', src(png)]

const fileCases: [string, object, unknown][] = [
  ['an empty image', { image: '', image_url: ipfs(png) }, [picture, null, null, []]],
  ['an unusable image', { image: 'none', image_url: ipfs(png) }, [picture, null, null, []]],
  [
    'an image without bytes',
    { image: 'data:image/png;base64,', image_url: ipfs(png) },
    [picture, null, null, []],
  ],
  ['a display', { display: { thumbnail: { url: ipfs(png) } } }, [picture, null, null, []]],
  ['an object', { image: { url: ipfs(png), type: 'image/png' } }, [picture, null, null, []]],
  ['a list', { image: [{}, { uri: ipfs(png) }] }, [picture, null, null, []]],
  ['a prefix twice', { image: `ipfs://ipfs/ipfs://ipfs/${png}` }, [picture, null, null, []]],
  ['keys in capitals', { Image_URL: ipfs(png) }, [picture, null, null, []]],
  ['hex', { image: textToHex(ipfs(png)) }, [picture, null, null, []]],
  ['a bare CID', { image: png }, [picture, null, null, []]],
  ['a film as image', { image: ipfs(film) }, [['video', src(film)], null, null, []]],
  [
    'a film as image beside a picture',
    { image: ipfs(film), image_url: ipfs(png) },
    [picture, ['video', src(film)], null, []],
  ],
  [
    'a GIF as animation',
    { image: ipfs(png), animation: ipfs(gif) },
    [picture, ['image', src(gif)], null, []],
  ],
  [
    'a GIF and a film',
    { image: ipfs(png), animation: ipfs(gif), video: ipfs(film) },
    [picture, ['video', src(film)], null, [['image', src(gif)]]],
  ],
  [
    'a film in animation_url',
    { image: ipfs(png), animation_url: ipfs(film) },
    [picture, ['video', src(film)], null, []],
  ],
  [
    'HTML in animation_url',
    { image: ipfs(png), animation_url: ipfs(page) },
    [picture, ['html', src(page)], null, []],
  ],
  ['a model', { image: ipfs(png), '3D_model': ipfs(model) }, [picture, ['model', src(model)], null, []]],
  ['sound in video', { image: ipfs(png), video: ipfs(sound) }, [picture, ['audio', src(sound)], null, []]],
  [
    'sound beside film',
    { image: ipfs(png), audio: ipfs(sound), video: ipfs(film) },
    [picture, ['video', src(film)], null, [['audio', src(sound)]]],
  ],
  ['HTML in file', { image: ipfs(png), file: ipfs(page) }, [picture, null, ['html', src(page)], []]],
  ['a picture in file alone', { file: ipfs(png) }, [picture, null, null, []]],
  [
    'the same file twice',
    { image: ipfs(gif), animation_url: ipfs(gif) },
    [['image', src(gif)], null, null, []],
  ],
  [
    'files of Metaplex',
    {
      image: ipfs(png),
      properties: {
        category: 'video',
        files: [{ uri: ipfs(png), type: 'image/png' }, { uri: ipfs(film) }],
      },
    },
    [picture, ['video', src(film)], null, []],
  ],
  [
    'several files',
    { image: ipfs(png), files: [ipfs(png), ipfs(gif), { url: ipfs(page) }] },
    [picture, ['html', src(page)], null, [['image', src(gif)]]],
  ],
  [
    'the preview of XLS-35',
    { details: { title: 'A', previewUrl: { thumbnail: ipfs(gif), regular: ipfs(png) } } },
    [picture, null, null, []],
  ],
  ['content of old tokens', { content: `cid:${png}` }, [picture, null, null, []]],
  [
    'properties of ERC-1155',
    { properties: { image: { description: ipfs(png) } } },
    [picture, null, null, []],
  ],
  [
    'files one level deeper',
    { media: { image: ipfs(png), video: ipfs(film) } },
    [picture, ['video', src(film)], null, []],
  ],
  [
    'files by name',
    { image: ipfs(png), files: { first: { uri: ipfs(gif) }, second: ipfs(page) } },
    [picture, ['html', src(page)], null, [['image', src(gif)]]],
  ],
  ['nothing', { image: null, animation: 7 }, [null, null, null, []]],
  ...[
    { imageUrl: ipfs(png) },
    { imageURI: ipfs(png) },
    { image_ipfs_url: ipfs(png) },
    { imageHash: png },
    { ipfs_image: ipfs(png) },
    { 'image:url': ipfs(png) },
    { picture: ipfs(png) },
    { thumbnail: ipfs(png) },
    { media: ipfs(png) },
    { media: { uri: ipfs(png), mimeType: 'image/png' } },
    { media: [{ url: ipfs(png) }] },
    { content: { url: ipfs(png) } },
    { content: [{ contentUrl: ipfs(png), encodingFormat: 'image/png' }] },
    { url: ipfs(png) },
    { artwork_final: ipfs(png), schema: ipfs(page), external_url: 'https://a.example/x.png' },
    { somewhere: ipfs(png) },
    { image: JSON.stringify({ url: ipfs(png) }) },
    { image: JSON.stringify([ipfs(png)]) },
    { images: JSON.stringify([ipfs(png)]) },
    { images: { full: ipfs(png) } },
    { image: `<img src='${ipfs(png)}'/>` },
    { image: `${ipfs(png)}, ${ipfs(gif)}` },
    { image: ipfs(png.toUpperCase()) },
    { image: `${ipfs(png)}?ext=png`, files: [{ uri: ipfs(png) }] },
    { image: ipfs(png), files: [{ uri: `https://ipfs.io/ipfs/${png}?filename=a.png`, type: 'image/png' }] },
    { image: ipfs(png), thumbnail: `https://${png}.ipfs.dweb.link/` },
    { image: ['ipfs://', png] },
    { properties: { preview: { uri: ipfs(png) } } },
    { links: { image: ipfs(png) } },
    { image: { '/': png } },
    { data: { type: 'nft', attributes: { name: 'A', image: ipfs(png) } } },
  ].map((json): [string, object, unknown] => [JSON.stringify(json), json, [picture, null, null, []]]),
  ...[
    { image: ipfs(png), animationUrl: ipfs(film) },
    { image: ipfs(png), video_file: ipfs(film) },
    { image: ipfs(png), videos: [ipfs(film)] },
    { image: ipfs(png), mp4: ipfs(film) },
    { image: ipfs(png), main_video_hd: { url: ipfs(film) } },
    { image: ipfs(png), properties: { video: film } },
    { image: ipfs(png), content: { url: ipfs(film), type: 'video/mp4' } },
  ].map((json): [string, object, unknown] => [
    JSON.stringify(json),
    json,
    [picture, ['video', src(film)], null, []],
  ]),
]

describe('files of a work', () => {
  test.each(fileCases)('the files of a work are found with %s', (_name, json, files) => {
    expect(filesOf(json)).toEqual(files)
  })

  test.each<[object, string]>([
    [{ image: 'https://a.example/art.MP4?x=1' }, 'video'],
    [{ image: `ipfs://${png}?filename=a.glb` }, 'model'],
    [{ image: 'https://a.example/x', mime_type: 'audio/mpeg' }, 'audio'],
    [{ image: 'https://a.example/x', content_type: 'video/mp4' }, 'video'],
    [{ image: { url: 'https://a.example/x', mimeType: 'text/html; charset=utf-8' } }, 'html'],
    [{ image: 'data:image/svg+xml;base64,PHN2Zy8+' }, 'image'],
    [{ image_data: '<svg viewBox="0 0 1 1"/>' }, 'image'],
    [{ image: 'https://a.example/x' }, 'image'],
    [{ image: 'ar://Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA' }, 'image'],
  ])('until its bytes are read, the kind of %j is that of its type, name or field', (json, kind) => {
    expect(readTokenMetadata({ name: 'A', ...json }, new Map())?.image?.kind).toBe(kind)
  })

  test('a folder and a path are one address', () => {
    const image = { cid: png, path: 'art #7.png' }
    expect(metadataAddresses({ image }).map(addressText)).toEqual([`ipfs://${png}/art%20%237.png`])
  })

  test('versions of one CID are one file', () => {
    const v0 = 'QmNpi8rcXEkohca8iXu7zysKKSJYqCvBJn3xJwga8jXqWU'
    const v1 = CID.parse(v0).toV1().toString()
    expect(metadataAddresses({ image: `ipfs://${v0}/1.png`, image_url: `ipfs://${v1}/1.png` })).toEqual([
      { at: 'ipfs', path: `${v0}/1.png`, otherPath: null },
    ])
  })

  const transaction = 'Z7VF5BDH0yqRQN1wmf_4KQKp38_x3Av7SQMYfIoitSA'
  test.each([
    [`ipfs://${png}/json/1.json`, '1.png', `ipfs://${png}/json/1.png`],
    [`ipfs://${png}/json/1.json`, './art #7.png', `ipfs://${png}/json/art%20%237.png`],
    [`ipfs://${png}/json/1.json`, '../images/a%20b.png', `ipfs://${png}/images/a%20b.png`],
    [`ipfs://${png}/json/1.json`, '/images/1.png', `ipfs://${png}/images/1.png`],
    [`ipfs://${png}/1.json`, '../../../../1.png', `ipfs://${png}/1.png`],
    [`ipfs://${png}`, '1.png', null],
    [`ar://${transaction}/1.json`, '1.png', `ar://${transaction}/1.png`],
    [`ar://${transaction}`, '1.png', null],
    ['https://a.example/nft/1.json?x=1', '1.png', 'https://a.example/nft/1.png'],
    ['https://a.example/nft/1.json', '/1.png', 'https://a.example/1.png'],
    ['https://a.example/nft/1.json', '//b.example/1.png', 'https://b.example/1.png'],
    ['https://a.example/nft/1.json', 'none', null],
    ['https://a.example/nft/1.json', '//[.png', null],
    [`ipfs://${png}/1.json`, '//[.png', null],
    [`ipfs://${png}/1.json`, '\ud800.png', `ipfs://${png}/%EF%BF%BD.png`],
    [`ar://${transaction}/1.json`, '//[.png', null],
    ['data:application/json,{}', '1.png', null],
  ])('a document at %s names %s', (base, image, address) => {
    const [file] = metadataAddresses({ image }, readAddress(base))
    expect(file === undefined ? null : addressText(file)).toBe(address)
  })

  test('a document may consist of the address of another', () => {
    const other = { at: 'ipfs', path: png, otherPath: null }
    for (const json of [
      [ipfs(png)],
      { uri: ipfs(png) },
      { metadata: ipfs(png) },
      ipfs(png),
      [{ url: ipfs(png), schema: '' }],
    ])
      expect(pointedAddress(json)).toEqual(other)
    for (const json of [{ uri: ipfs(png), name: 'A' }, { image: ipfs(png) }, {}, null, 7])
      expect(pointedAddress(json)).toBeNull()
  })

  test('all addresses are named, each once', () => {
    const json = {
      image: ipfs(png),
      animation: ipfs(png),
      files: [{ uri: 'https://a.example/x' }],
      image_data: '<svg viewBox="0 0 1 1"/>',
    }
    expect(metadataAddresses(json).map(({ at }) => at)).toEqual(['ipfs', 'data', 'web'])
    expect(mediaCids(json)).toEqual([png])
  })

  test('several pictures are several files, and sizes of one picture are one', () => {
    const [first, second] = [`ipfs://${png}/1.png`, `ipfs://${png}/2.png`]
    expect(readMetadata({ name: 'A', image: [first, second, first] })?.files.map(({ src }) => src)).toEqual([
      `/media/ipfs/${png}/2.png`,
    ])
    expect(readMetadata({ name: 'A', image: [{ url: first }, { url: second }] })?.files).toEqual([])
    expect(readMetadata({ name: 'A', image: ['data:image/png;base64,', 'AAAA'] })?.files).toEqual([])
  })

  test('a document can have no more files read than a page shows, and each shown one is read', () => {
    const lists = ['files', 'images', 'gallery', 'media', 'assets', 'attachments', 'formats']
    const addresses = (of: string) => Array.from({ length: 40 }, (_, at) => `https://${of}${at}.example/x`)
    const inLists = (of: string) =>
      Object.fromEntries(lists.map((list) => [list, addresses(`${of}-${list}`)]))
    const json = { name: 'A', ...inLists('a'), properties: inLists('b'), links: inLists('c') }
    const sources = metadataAddresses(json).map(mediaKey)
    expect(sources.length).toBeLessThanOrEqual(160)
    const files = (readMetadata(json)?.files ?? []).map((file) => file.src)
    expect(files).toHaveLength(40)
    expect(sources).toEqual(expect.arrayContaining(files))
  })
})

describe('names and texts', () => {
  test.each<[object, string]>([
    [{ name: 7 }, '7'],
    [{ name: 0 }, '0'],
    [{ name: { en: 'English', de: 'Deutsch' } }, 'English'],
    [{ name: { de: 'Deutsch' } }, 'Deutsch'],
    [{ name: ['First', 'Second'] }, 'First'],
    [{ Name: 'A' }, 'A'],
    [{ name: '', title: 'Title' }, 'Title'],
    [{ name: textToHex('In hexadecimal') }, 'In hexadecimal'],
    [{ name: '2022202220222022' }, '2022202220222022'],
    [{ details: { title: 'XLS-35' } }, 'XLS-35'],
    [{ content: { url: ipfs(png), name: 'art.png' }, details: { title: 'XLS-35' } }, 'XLS-35'],
    [{ name: 'Caf&eacute; &amp; Bar &#39;Moon&#x27; &unknown;' }, "Café & Bar 'Moon' &unknown;"],
    [{ name: '<b>Bold</b> &lt;3' }, 'Bold <3'],
    [
      {
        name: [
          { lang: 'de', value: 'Mond' },
          { lang: 'en', value: 'Moon' },
        ],
      },
      'Moon',
    ],
    [{ name: { ja: '月', 'en-US': 'Moon' } }, 'Moon'],
    [{ name: 'Two\nlines\tand\u2028a part' }, 'Two lines and a part'],
    [{ data: { attributes: { name: 'Moon', image: ipfs(png) } } }, 'Moon'],
    [{ name_en: 'Moon' }, 'Moon'],
    [{ nftName: 'Moon' }, 'Moon'],
    [{ 721: { policy: { asset1: { name: 'Cardano', image: ['ipfs://', png] } } } }, 'Cardano'],
    [{ unusual: { name: 'Wrapped', image: ipfs(png) } }, 'Wrapped'],
    [{ n: 'Short', i: ipfs(png) }, 'Short'],
    [{ metadata: { name: 'Wrapped' } }, 'Wrapped'],
    [{ display: { name: 'Shown', thumbnail: { url: ipfs(png) } }, traits: [] }, 'Shown'],
    [{ data: { metadata: JSON.stringify({ name: 'Deep' }) } }, 'Deep'],
    [{ description: 'only a description' }, 'Untitled'],
    [{ name: '\u200b\u202e', description: 'x' }, 'Untitled'],
    [{ name: 'Tidewriting \u2705 Verified' }, 'Tidewriting Verified'],
    [{ name: '\u202eyrotcelloc' }, 'yrotcelloc'],
    [{ name: 'Z\u0351\u036b\u0343\u036a\u0302a' }, 'Z\u0351\u036ba'],
  ])('%j is called %s', (json, name) => {
    expect(readMetadata(json)?.name).toBe(name)
  })

  test.each<unknown>([
    {},
    [],
    'text',
    7,
    null,
    { error: 'not found' },
    { statusCode: 404, message: 'x' },
    { image: '' },
  ])('%j describes nothing', (json) => {
    expect(readMetadata(json)).toBeNull()
  })

  test('a description in lines is one text', () => {
    expect(readMetadata({ description: ['one', 7, 'two'] })?.description).toBe('one\ntwo')
  })

  test('adult content is marked', () => {
    for (const json of [
      { is_explicit: true },
      { is_explicit: 'true' },
      { isExplicit: 1 },
      { nsfw: true },
      { adult: 'yes' },
      { content_rating: 'Explicit' },
      { properties: { nsfw: true } },
      { explicit: false, sensitive: true },
    ])
      expect(readMetadata({ name: 'A', ...json })?.explicit).toBe(true)
    for (const json of [
      {},
      { is_explicit: false },
      { is_explicit: 'false' },
      { is_explicit: 0 },
      { content_rating: 'general' },
    ])
      expect(readMetadata({ name: 'A', ...json })?.explicit).toBe(false)
  })

  test('the collection has a name in every form', () => {
    for (const collection of ['Nights', { name: 'Nights', family: 'N' }, { en: 'Nights' }])
      expect(readMetadata({ name: 'A', collection })?.collection).toBe('Nights')
    expect(readMetadata({ details: { title: 'A', group: { title: 'Nights' } } })?.collection).toBe('Nights')
    expect(readMetadata({ name: 'A', properties: { collection: 'Nights' } })?.collection).toBe('Nights')
  })
})

const traitCases: [string, object, string[][]][] = [
  [
    'the names of many tools',
    {
      attributes: [
        { traitType: 'Hat', value: 'Top' },
        { trait_type: 'Eyes', traitValue: 'Green' },
        { key: 'Shoes', value: 'Red' },
        { name: 'Coat', value: 3 },
        { Trait_Type: 'Fur', Value: true },
        { Mood: 'calm' },
      ],
    },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Green'],
      ['Shoes', 'Red'],
      ['Coat', '3'],
      ['Fur', 'true'],
      ['Mood', 'calm'],
    ],
  ],
  [
    'blanks, and the same trait twice',
    {
      attributes: [
        { trait_type: 'Hat', value: 'A' },
        { trait_type: ' Hat ', value: 'A ' },
      ],
    },
    [['Hat', 'A']],
  ],
  ['JSON in a string', { attributes: '[{"trait_type":"Eyes","value":"Blue"}]' }, [['Eyes', 'Blue']]],
  [
    'lines',
    { attributes: 'Eyes: Blue\nHat: Top' },
    [
      ['Eyes', 'Blue'],
      ['Hat', 'Top'],
    ],
  ],
  ['an object', { traits: { Eyes: 3, Hat: null, Coat: '' } }, [['Eyes', '3']]],
  [
    'pairs',
    { attributes: [['Eyes', 'Blue'], 'Hat: Top', 'Rare'] },
    [
      ['Eyes', 'Blue'],
      ['Hat', 'Top'],
      ['Trait', 'Rare'],
    ],
  ],
  [
    'nested values',
    {
      attributes: [
        { trait_type: 'Colours', value: ['red', 'blue'] },
        { trait_type: 'Size', value: { width: 3, height: { cm: 4 } } },
        { trait_type: 'Language', value: { en: 'English' } },
      ],
    },
    [
      ['Colours', 'red, blue'],
      ['Size', 'width: 3, height: cm: 4'],
      ['Language', 'English'],
    ],
  ],
  [
    'the display types of OpenSea',
    {
      attributes: [
        { display_type: 'date', trait_type: 'Birthday', value: 1546360800 },
        { display_type: 'date', trait_type: 'Seen', value: 1546360800000 },
        { display_type: 'date', trait_type: 'Text', value: 'in May' },
        { display_type: 'boost_percentage', trait_type: 'Power', value: 10 },
        { display_type: 'boost_number', trait_type: 'Force', value: 40 },
        { display_type: 'number', trait_type: 'Generation', value: 2 },
      ],
    },
    [
      ['Birthday', '2019-01-01'],
      ['Seen', '2019-01-01'],
      ['Text', 'in May'],
      ['Power', '10%'],
      ['Force', '+40'],
      ['Generation', '2'],
    ],
  ],
  [
    'properties of ERC-1155',
    {
      properties: {
        simple: 'x',
        rich: { name: 'Rich', value: 5, class: 'emphasis' },
        files: [{ uri: ipfs(png) }],
      },
    },
    [
      ['simple', 'x'],
      ['Rich', '5'],
    ],
  ],
  [
    'attributes in properties',
    { properties: { attributes: [{ trait_type: 'a', value: 'b' }] } },
    [['a', 'b']],
  ],
  [
    'signs without a shape',
    { traits: { 'H\u200bat': '\u202eTop', '\u200b': 'x', y: '\u200b', z: '\u2714\u0301\u0301' } },
    [['Hat', 'Top']],
  ],
  ['traits by number', { attributes: { 0: { trait_type: 'Hat', value: 'Top' } } }, [['Hat', 'Top']]],
  [
    'values only',
    { attributes: [{ value: 'x' }, null, 7, { trait_type: 'y' }, { trait_type: 'z', value: '' }] },
    [['Trait', 'x']],
  ],
  [
    'a list of texts',
    { attributes: ['Blue', 'Top hat'] },
    [
      ['Trait', 'Blue'],
      ['Trait', 'Top hat'],
    ],
  ],
  [
    'pairs of names',
    {
      attributes: [
        { trait_type: 'Hat', trait: 'Top' },
        { category: 'Eyes', name: 'Blue' },
        { type: 'Coat', name: 'Red', rarity: 3 },
        { type: 'string', name: 'Shoes', value: 'Black' },
      ],
    },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
      ['Coat', 'Red'],
      ['Shoes', 'Black'],
    ],
  ],
  [
    'properties as traits',
    { properties: { Hat: 'Top', Eyes: { value: 'Blue' }, image: ipfs(png) } },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
    ],
  ],
  ['traits in properties', { properties: { traits: { Hat: 'Top' } } }, [['Hat', 'Top']]],
  [
    'objects with one trait each',
    { attributes: [{ Hat: 'Top' }, { Eyes: 3 }] },
    [
      ['Hat', 'Top'],
      ['Eyes', '3'],
    ],
  ],
  [
    'an empty list before traits',
    { attributes: [], traits: [{ type: 'Hat', value: 'Top' }] },
    [['Hat', 'Top']],
  ],
  [
    'HTML',
    { attributes: [{ trait_type: 'Rock &amp; Roll', value: '&quot;Yes&quot;' }] },
    [['Rock & Roll', '"Yes"']],
  ],
  [
    'an object as JSON',
    { attributes: '{"Hat":"Top","Eyes":"Blue"}' },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
    ],
  ],
  ['an object of objects', { traits: { Hat: { value: 'Top', rarity: 0.1 } } }, [['Hat', 'Top']]],
  ['one trait', { attributes: { trait_type: 'Hat', value: 'Top' } }, [['Hat', 'Top']]],
  ['a list in a list', { attributes: [[{ trait_type: 'Hat', value: 'Top' }]] }, [['Hat', 'Top']]],
  [
    'a list in an object',
    { attributes: { traits: [{ trait_type: 'Hat', value: 'Top' }] } },
    [['Hat', 'Top']],
  ],
  [
    'groups',
    { attributes: [{ group: 'Head', items: [{ trait_type: 'Hat', value: 'Top' }, { Eyes: 'Blue' }] }] },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
    ],
  ],
  [
    'short and long names of fields',
    {
      attributes: [
        { t: 'Hat', v: 'Top' },
        { attribute_name: 'Eyes', attribute_value: 'Blue' },
        { trait: 'Coat', variant: 'Red' },
        { trait_type: 'Shoes', values: ['Left', 'Right'] },
      ],
    },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
      ['Coat', 'Red'],
      ['Shoes', 'Left, Right'],
    ],
  ],
  [
    'dates as texts',
    {
      attributes: [
        { trait_type: 'Born', display_type: 'Date', value: '2021-03-04T05:06:07Z' },
        { trait_type: 'Seen', display_type: 'DATE', value: 1614816000 },
      ],
    },
    [
      ['Born', '2021-03-04'],
      ['Seen', '2021-03-04'],
    ],
  ],
  [
    'bars between them',
    { attributes: 'Hat: Top | Eyes: Blue' },
    [
      ['Hat', 'Top'],
      ['Eyes', 'Blue'],
    ],
  ],
  ['characteristics', { characteristics: { Hat: 'Top' } }, [['Hat', 'Top']]],
  [
    'names in languages',
    { attributes: [{ trait_type: { en: 'Hat', fr: 'Chapeau' }, value: { en: 'Top' } }] },
    [['Hat', 'Top']],
  ],
]

describe('traits', () => {
  const traits = (json: object) =>
    readMetadata({ name: 'A', ...json })?.attributes.map((each) => Object.values(each))
  test.each(traitCases)('traits are read from %s', (_name, json, expected) => {
    expect(traits(json)).toEqual(expected)
  })

  test('more than 500 are counted', () => {
    const attributes = Array.from({ length: 512 }, (_, place) => ({ trait_type: `T${place}`, value: 'x' }))
    const work = readMetadata({ name: 'A', attributes })
    expect([work?.attributes.length, work?.moreAttributes]).toEqual([500, 12])
  })
})

describe('bodies', () => {
  const utf16 = (text: string, big: boolean) => {
    const body = Buffer.from(text, 'utf16le')
    return big ? body.swap16() : body
  }
  const json = '{"name":"Café 夜"}'
  const latin = (text: string) => Buffer.from(text, 'latin1')
  test.each<[string, Uint8Array, string, string]>([
    ['UTF-8', Buffer.from(json), 'text/html', 'Café 夜'],
    [
      'UTF-8 with a byte order mark',
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(json)]),
      '',
      'Café 夜',
    ],
    ['UTF-8 that says ISO-8859-1', Buffer.from(json), 'application/json; charset=iso-8859-1', 'Café 夜'],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(json, false)]), '', 'Café 夜'],
    ['UTF-16 big-endian', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16(json, true)]), '', 'Café 夜'],
    ['UTF-16 without a mark', utf16(json, false), 'application/json', 'Café 夜'],
    ['UTF-16 big-endian without a mark', utf16(json, true), '', 'Café 夜'],
    ['ISO-8859-1', latin('{"name":"Café"}'), 'application/json; charset=iso-8859-1', 'Café'],
    ['ISO-8859-1 that says nothing', latin('{"name":"Café"}'), '', 'Café'],
    ['ISO-8859-1 that says UTF-8', latin('{"name":"Café"}'), 'application/json; charset=utf-8', 'Café'],
    [
      'Shift JIS',
      Buffer.from([...latin('{"name":"'), 0x96, 0xe9, ...latin('"}')]),
      'text/plain; charset=Shift_JIS',
      '夜',
    ],
    ['a charset that nobody knows', latin('{"name":"Café"}'), 'text/plain; charset="moon"', 'Café'],
    [
      'one damaged sign',
      Buffer.from([...Buffer.from('{"name":"Café 夜'), 0xff, ...Buffer.from('"}')]),
      '',
      'Café 夜\ufffd',
    ],
  ])('the name is read from a body in %s', (_name, body, contentType, name) => {
    expect(readMetadata(parseDocument(decodeBody(body, contentType)))?.name).toBe(name)
  })

  const plain = '{"name":"A","description":"one, two","attributes":[{"trait_type":"a","value":"b"}]}'
  test.each<[string, string]>([
    [
      'a trailing comma',
      '{"name":"A","description":"one, two","attributes":[{"trait_type":"a","value":"b",},],}',
    ],
    ['an array', `[${plain}]`],
    ['wrapped', `{"metadata":${plain}}`],
    ['in a string', JSON.stringify(plain)],
    ['in a string twice', JSON.stringify(JSON.stringify(plain))],
    ['hex', textToHex(plain)],
    ['a data address', `data:application/json;base64,${Buffer.from(plain).toString('base64')}`],
    ['blanks and NUL around', `\ufeff\n ${plain}\0\0`],
    ['the argument of a call', `callback(${plain});`],
    ['a variable', `var nft = ${plain};`],
    ['the first of two', `${plain}\n${plain}`],
    ['something before what follows', `${plain}\n<!-- served in 3 ms -->`],
    ['text that is no script', `)]}',\n${plain}`],
    ['warnings of PHP before', `<br />\n<b>Warning</b>: Undefined index in <b>/x.php</b><br />\n${plain}`],
    ['the page of a browser', `<html><head></head><body><pre style="a">${plain}</pre></body></html>`],
    ['a comment before', `/* v1 */ ${plain} // end`],
    ['comments', plain.replace(',', ', // "first"\n /* { */ ')],
    ['single quotes', plain.replaceAll('"', "'")],
    ['curly quotes', plain.replaceAll(/"([^"]*)"/g, '\u201c$1\u201d')],
    ['keys without quotes', plain.replaceAll(/"(\w+)":/g, '$1: ')],
    ['Python', `${plain.replaceAll('"', "'").slice(0, -1)}, 'a': None, 'b': True}`],
    ['JavaScript', `${plain.slice(0, -1)},"a":undefined,"b":NaN,,}`],
    ['template strings', plain.replaceAll('"name":"A"', '"name":`A`')],
    ['numbers of JavaScript', `${plain.slice(0, -1)},"a":007,"b":.5,"c":+1e-2,"d":0xff,"e":12n,"f":+1.2.3}`],
    ['without a comma', plain.replace('two",', 'two"\n')],
    ['escaped quotes', plain.replaceAll('"', '\\"')],
    ['entities', plain.replaceAll('"', '&quot;')],
    ['base64', Buffer.from(plain).toString('base64')],
    ['percent-encoded text', encodeURIComponent(plain)],
    [
      'other capitals',
      plain.replace('name', 'Name').replace('description', 'DESCRIPTION').replace('trait_type', 'TraitType'),
    ],
  ])('JSON as %s is the same', (_name, body) => {
    expect(readMetadata(parseDocument(body))).toEqual(readMetadata(JSON.parse(plain)))
  })

  test('line breaks in a string are kept', () => {
    expect(readMetadata(parseDocument('{"name":"A","description":"one\ntwo\tthree, "}'))?.description).toBe(
      'one\ntwo\tthree, ',
    )
  })

  test.each([
    ['{"name":"The "Big" one","a":1}', 'The "Big" one'],
    ['{"name":"C:\\dir \\u41 \\u0041 \\x42 \\\' \\" \\/"}', 'C:dir u41 A B \' " /'],
    ["{'name':'Say \"it\" \\'s'}", 'Say "it" \'s'],
    ['{"name":`A "B"`}', 'A "B"'],
    ['{"name":"A B" "a": "C", "b": "D" \n "c": [1] "d": true "e": 2 "f": 3}', 'A B'],
  ])('the name in %s is %s', (body, name) => {
    expect(readMetadata(parseDocument(body))?.name).toBe(name)
  })

  test.each(['"', '"a" ', '\\"', '`', '"":"" ', '{"', '\'"', '1 ', ' '.repeat(99)])(
    'a long run of %j takes little time',
    (part) => {
      const body = `{"name":${part.repeat(49_000 / part.length)}`
      // Quadratic time would take seconds.
      expect(processorMs(() => parseDocument(body))).toBeLessThan(250)
    },
  )

  test('brackets are counted outside of strings, up to a depth', () => {
    const open = '[{'.repeat(100)
    expect(readMetadata(parseDocument(JSON.stringify({ name: `A ${open}\\"${open}` })))?.name).toContain(
      'A [{[{',
    )
    expect(parseDocument(`{"name":"A","deep":${'['.repeat(60)}${']'.repeat(60)}}`)).toBeDefined()
    expect(parseDocument(`{"name":"A","deep":${'['.repeat(70)}${']'.repeat(70)}}`)).toBeUndefined()
  })

  test.each(['', '<html>{"name":"A"}</html>', '{"name":', 'null', '{name:A}'])(
    '%j is no document',
    (body) => {
      expect(readMetadata(parseDocument(body))).toBeNull()
    },
  )
})

describe('every document', () => {
  const fields = [
    'name',
    'description',
    'image',
    'image_url',
    'animation_url',
    'attributes',
    'traits',
    'properties',
    'files',
    'metadata',
    'collection',
    'data',
    'details',
    'is_explicit',
    'trait_type',
    'value',
    'url',
    '__proto__',
    'constructor',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((name) => `//${name}.png`),
    fc.constantFrom(
      ipfs(png),
      '\ud800.png',
      'data:image/png;base64,AAAA',
      '{"name":"x"}',
      '[]',
      'a: b',
      textToHex('hexadecimal'),
    ),
  )
  const { document } = fc.letrec((tie) => ({
    document: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.double(),
      fc.constantFrom(null, true, 1e300, -0),
      fc.array(tie('document'), { maxLength: 5 }),
      fc.dictionary(fc.constantFrom(...fields), tie('document'), { maxKeys: 8 }),
    ),
  }))

  test('is read without an exception, to texts that can be stored and shown', () => {
    fc.assert(
      fc.property(
        document,
        fc.constantFrom('https://a.example/1.json', `ipfs://${png}/1.json`),
        (json, base) => {
          const work = readTokenMetadata(json, mediaFacts, readAddress(base))
          const stored = JSON.stringify(work)
          expect(stored.isWellFormed()).toBe(true)
          expect(stored).not.toContain('\\u0000')
          expect(work === null || (work.name !== '' && work.name.length <= 200)).toBe(true)
          expect(work?.attributes.every((each) => each.trait_type !== '' && each.value !== '')).not.toBe(
            false,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each<[string, (body: string) => string]>([
    ['lists', (body) => `[${body}]`],
    ['groups of traits', (body) => `[{"a":${body}}]`],
    ['documents with traits', (body) => `{"attributes":[${body}]}`],
  ])('is read without an exception, however deep its %s are nested', (_, around) => {
    const [open = '', close = ''] = around('|').split('|')
    const nested: unknown = JSON.parse(`${open.repeat(50_000)}1${close.repeat(50_000)}`)
    expect(readMetadata({ name: 'A', attributes: nested })).toMatchObject({ name: 'A' })
    expect(pointedAddress(nested)).toBeNull()
  })

  test('is the same in every spelling', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('name', 'description', 'image', 'traits'), document),
        (json) => {
          const body = JSON.stringify(json)
          for (const same of [`[${body}]`, ` ${body}\n`, textToHex(body), `\ufeff${body}`, `call(${body});`])
            expect(readMetadata(parseDocument(same))).toEqual(readMetadata(parseDocument(body)))
          for (const label of ['utf16le', 'utf8'] as const)
            expect(readMetadata(parseDocument(decodeBody(Buffer.from(`\ufeff${body}`, label), '')))).toEqual(
              readMetadata(parseDocument(body)),
            )
        },
      ),
    )
  })

  test.each([
    '[',
    '{"a":',
    '"',
    '\\"',
    ',',
    ', ',
    '[1,',
    '{"name":"x",',
    '"\\',
    '7b',
    'data:,',
    "'",
    '//',
    '/*',
    '\u201c',
    'a:',
    '&amp;',
    '<br>',
    "\\'",
    'True,',
    'eyJ',
  ])('is parsed quickly, however often it repeats %j', (part) => {
    const text = part.repeat(Math.ceil((256 * 1024) / part.length))
    for (const body of [text, `{${text}`, `[${text}`, `"${text}`, `{"name":"${text}`]) {
      expect(processorMs(() => readMetadata(parseDocument(decodeBody(Buffer.from(body), ''))))).toBeLessThan(
        500,
      )
    }
  })
})
