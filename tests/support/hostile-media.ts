import { gif, mp4Box, mp4Head, pdf, png } from './media-files.ts'

export interface HostileMedia {
  what: string
  bytes: Uint8Array<ArrayBuffer>
}

const buffer = (text: string) => Buffer.from(text)
const drawing = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

/** An icon with a zero-length entry, on which one of the library's decoders loops forever. */
export const endlessIcon = (() => {
  const bytes = Buffer.alloc(96)
  bytes.write('icns', 0)
  bytes.writeUInt32BE(96, 4)
  bytes.write('ic07', 8)
  return bytes
})()

/** 120 KB with unterminated entities and comments, on which a pattern over the whole text takes quadratic time. */
export const slowDrawings = [
  `<svg ${'<!DOCTYPE '.repeat(12_000)}`,
  `${'<!DOCTYPE svg>'.repeat(8500)}x`,
  `<!--${'--'.repeat(60_000)}`,
  `${'<!-- -->'.repeat(15_000)}x`,
  drawing(`<g ${' '.repeat(120_000)}`),
  drawing(`<g ${'on'.repeat(60_000)}`),
  drawing(`<g attributeName${' '.repeat(60_000)}${"'".repeat(60_000)}`),
  drawing(`data${' '.repeat(120_000)}`),
  drawing(`<${' '.repeat(120_000)}`),
  drawing('&#'.repeat(60_000)),
  `${drawing('')}${'<!-- '.repeat(24_000)}`,
  `${drawing('')}${' '.repeat(120_000)}x`,
].map(buffer)

const pumps: [string, (times: number) => string][] = [
  ['nested elements', (n) => drawing('<g>'.repeat(n) + '</g>'.repeat(n))],
  ['unclosed elements', (n) => drawing('<g>'.repeat(n))],
  ['sibling elements', (n) => drawing('<g/>'.repeat(n))],
  [
    'attributes of one element',
    (n) => drawing(`<g ${Array.from({ length: n }, (_, at) => `a${at}="1"`).join(' ')}/>`),
  ],
  ['repeated attributes', (n) => drawing(`<g ${'a="1" '.repeat(n)}/>`)],
  [
    'namespaces of one element',
    (n) => drawing(`<g ${Array.from({ length: n }, (_, at) => `xmlns:a${at}="u${at}"`).join(' ')}/>`),
  ],
  ['nested namespaces', (n) => drawing('<g xmlns:a="u">'.repeat(n))],
  ['an unterminated attribute', (n) => drawing(`<g d="${'M0 0'.repeat(n)}`)],
  ['a long path', (n) => drawing(`<path d="${'M0 0'.repeat(n)}"/>`)],
  ['a long link', (n) => drawing(`<a href="${' '.repeat(n)}javascript:1"/>`)],
  ['a long style', (n) => drawing(`<g style="${'url('.repeat(n)}"/>`)],
  ['a style sheet of spaces', (n) => drawing(`<style>url(${' '.repeat(n)}'</style>`)],
  ['a style sheet of escapes', (n) => drawing(`<style>${'\\0'.repeat(n)}</style>`)],
  ['a style sheet of brackets', (n) => drawing(`<style>${'url('.repeat(n)}</style>`)],
  ['CDATA sections', (n) => drawing('<![CDATA[x]]>'.repeat(n))],
  ['an unterminated CDATA section', (n) => drawing(`<![CDATA[${']]'.repeat(n)}`)],
  ['comments', (n) => drawing('<!-- x -->'.repeat(n))],
  ['an unterminated comment', (n) => `<!-- ${'- '.repeat(n)}`],
  ['instructions', (n) => `<?xml version="1.0"?>${'<?xpacket x?>'.repeat(n)}${drawing('')}`],
  ['an unterminated instruction', (n) => `<?xml ${'? '.repeat(n)}`],
  ['entity declarations', (n) => `<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(n)}]>${drawing('&a;')}`],
  ['an unterminated document type', (n) => `<!DOCTYPE svg ${'"'.repeat(n)}`],
  ['a document type of brackets', (n) => `<!DOCTYPE svg ${'['.repeat(n)}`],
  ['references', (n) => drawing('&amp;'.repeat(n))],
  ['unknown references', (n) => drawing('&x;'.repeat(n))],
  ['an unterminated reference', (n) => drawing(`&${'a'.repeat(n)}`)],
  ['character references', (n) => drawing('&#106;'.repeat(n))],
  ['leading spaces', (n) => ' '.repeat(n) + drawing('')],
  ['trailing spaces', (n) => drawing('') + ' '.repeat(n)],
  ['an unterminated name', (n) => `<svg${'a'.repeat(n)}`],
  ['a view box of spaces', (n) => drawing('', `viewBox="${' '.repeat(n)}"`)],
  ['a width of digits', (n) => drawing('', `width="${'9'.repeat(n)}"`)],
  ['a text', (n) => drawing(`<text>${'x'.repeat(n)}</text>`)],
]

const sizes = [100, 3000, 30_000, 120_000, 400_000]

const drawings = pumps.flatMap(([what, text]) =>
  sizes.map((size) => ({ what: `SVG of ${size}: ${what}`, bytes: buffer(text(size)) })),
)

/** Builds a JPEG that ends like a complete file, so that checks of the end accept it. */
const jpegOf = (body: Buffer, times: number) =>
  Buffer.concat([
    Buffer.from('ffd8ffe0', 'hex'),
    Buffer.concat(Array.from({ length: times }, () => body)),
    Buffer.from('ffd9', 'hex'),
  ])

const pictures: HostileMedia[] = [
  { what: 'an icon that never ends', bytes: endlessIcon },
  ...[
    'icns',
    'heic',
    '\u0000\u0000\u0000\u000cJXL ',
    '\u0000\u0000\u0000\u000cjP  ',
    'DDS ',
    '\u00abKTX 11',
    '8BPS',
    'BM',
    'II*\0',
    'MM\0*',
    'P6\n',
    '\u00ff\n',
    '\0\0\u0001\0',
    '\0\0\u0002\0',
    'qoif',
  ].map((magic) => ({
    what: `zeros behind ${JSON.stringify(magic)}`,
    bytes: Buffer.concat([Buffer.from(magic, 'latin1'), Buffer.alloc(200_000)]),
  })),
  ...[
    '0000',
    '0002',
    'ffff',
    'ff00',
    '00ff',
    'ffe0',
    'ffe00000',
    'ffe10002',
    'ffe1000845786966',
    'ffc00000',
    'ffd8ff',
  ].flatMap((hex) =>
    [2, 5000, 250_000].map((times) => ({
      what: `a JPEG of ${times} times ${hex}`,
      bytes: jpegOf(Buffer.from(hex, 'hex'), times),
    })),
  ),
  ...[0, 1, 15, 200].map((size) => ({
    what: `an MP4 of boxes of size ${size}`,
    bytes: Buffer.concat([
      mp4Head(),
      ...Array.from({ length: 60_000 }, () => {
        const box = Buffer.alloc(8)
        box.writeUInt32BE(size, 0)
        box.write('moov', 4)
        return box
      }),
    ]),
  })),
  {
    what: 'an MP4 of sixty thousand tracks',
    bytes: Buffer.concat([
      mp4Head(),
      mp4Box('moov', ...Array.from({ length: 60_000 }, () => mp4Box('trak'))),
    ]),
  },
  {
    what: 'an MP4 of four billion samples in no bytes',
    bytes: Buffer.concat([
      mp4Head(),
      mp4Box('moov', mp4Box('trak', mp4Box('stz2', Buffer.from('0000000000000000ffffffff', 'hex')))),
      mp4Box('mdat'),
    ]),
  },
  {
    what: 'an MP4 with a box of 2^64 bytes',
    bytes: Buffer.concat([
      mp4Head(),
      Buffer.from('000000016d6f6f76ffffffffffffffff', 'hex'),
      Buffer.alloc(500),
    ]),
  },
  {
    what: 'a PNG of nothing but its head',
    bytes: Buffer.concat([png(2, 2).subarray(0, 8), Buffer.alloc(400_000)]),
  },
  {
    what: 'a GIF of nothing but its head',
    bytes: Buffer.concat([gif().subarray(0, 6), Buffer.alloc(400_000)]),
  },
  {
    what: 'a WebP of nothing',
    bytes: Buffer.concat([buffer('RIFF\0\0\0\0WEBPVP8X'), Buffer.alloc(400_000)]),
  },
  { what: 'a PDF of ends', bytes: Buffer.concat([pdf('%%EOF'.repeat(80_000))]) },
]

/** More than two hundred files made to take long to read. */
export const hostileMedia: HostileMedia[] = [
  ...slowDrawings.map((bytes, index) => ({ what: `slow drawing ${index}`, bytes })),
  ...drawings,
  ...pictures,
]
