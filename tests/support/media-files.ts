import { readFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1
  return c >>> 0
})

function crc(bytes: Uint8Array): number {
  let c = 0xffffffff
  for (const byte of bytes) c = (crcTable[(c ^ byte) & 0xff] ?? 0) ^ (c >>> 8)
  return (c ^ 0xffffffff) >>> 0
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Builds a PNG of one color. `claimed` is a false size in its header. Source: PNG, third edition. */
export function png(
  width: number,
  height: number,
  rgb: [number, number, number] = [80, 120, 160],
  claimed: [number, number] = [width, height],
): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed[0], 0)
  header.writeUInt32BE(claimed[1], 4)
  header.set([8, 2, 0, 0, 0], 8)
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(rgb))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', new Uint8Array()),
  ])
}

export const svg = (inside = '<circle cx="5" cy="5" r="4" fill="#c9a86a"/>') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`)

/** Builds a box of an MP4. Source: ISO 14496-12. */
export function mp4Box(type: string, ...inside: Uint8Array[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(inside)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

const words32 = (...numbers: number[]) => {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index)
  return bytes
}

/** Builds a track with this many samples. */
export const mp4Track = (handler = 'vide', samples = 1, format = handler === 'soun' ? 'mp4a' : 'avc1') =>
  mp4Box(
    'trak',
    mp4Box('tkhd', Buffer.alloc(84)),
    mp4Box(
      'mdia',
      mp4Box('mdhd', words32(0, 0, 0, 1000, 1000, 0)),
      mp4Box('hdlr', words32(0, 0), Buffer.from(handler), Buffer.alloc(13)),
      mp4Box(
        'minf',
        mp4Box(
          'stbl',
          mp4Box('stsd', words32(0, 1), mp4Box(format, Buffer.alloc(78))),
          mp4Box('stts', samples === 0 ? words32(0, 0) : words32(0, 1, samples, 10)),
          mp4Box('stsc', words32(0, 1, 1, 1, 1)),
          mp4Box('stsz', words32(0, 100, samples)),
          mp4Box('stco', words32(0, 1, 0)),
        ),
      ),
    ),
  )

/** Builds the start of an MP4: its brand and the compatible brands. */
export const mp4Head = (brand = 'isom', compatible = `${brand}mp41`) =>
  mp4Box('ftyp', Buffer.from(`${brand}\0\0\0\0${compatible}`, 'latin1'))

/** Builds an MP4 of one track and `more` bytes of media, with the metadata in front. */
export const mp4 = (
  brand = 'isom',
  more: number | Uint8Array = 64,
  tracks = [mp4Track()],
): Buffer<ArrayBuffer> =>
  Buffer.concat([
    mp4Head(brand),
    mp4Box('moov', mp4Box('mvhd', words32(0, 0, 0, 1000), Buffer.alloc(84)), ...tracks),
    mp4Box('mdat', typeof more === 'number' ? Buffer.alloc(more) : more),
  ])

export function webm(type = 'webm'): Buffer<ArrayBuffer> {
  const doctype = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + type.length]), Buffer.from(type)])
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + doctype.length]),
    doctype,
    Buffer.alloc(64),
  ])
}

/** Builds an element of a WebM. Source: RFC 8794, RFC 9559. */
function ebml(id: string, ...inside: (Uint8Array | string | number)[]): Buffer<ArrayBuffer> {
  const body = Buffer.concat(
    inside.map((part) =>
      typeof part === 'object' ? part : Buffer.from(typeof part === 'string' ? part : [part]),
    ),
  )
  const size = Buffer.alloc(4)
  size.writeUInt32BE(0x10_00_00_00 + body.length)
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** Builds a WebM with one track of one frame per codec: `V_...` for video, `A_...` for audio. */
export function webmFilm(codecs: string[]): Buffer<ArrayBuffer> {
  const tracks = codecs.map((codec, at) =>
    ebml(
      'ae',
      ebml('d7', at + 1),
      ebml('73c5', at + 1),
      ebml('83', codec.startsWith('V') ? 1 : 2),
      ebml('86', codec),
      codec.startsWith('V')
        ? ebml('e0', ebml('b0', 16), ebml('ba', 16))
        : ebml('e1', ebml('b5', Buffer.from('473b8000', 'hex')), ebml('9f', 1)),
    ),
  )
  const frames = codecs.map((_, at) => ebml('a3', Buffer.from([0x80 + at + 1, 0, 0, 0x80, 1, 2, 3, 4])))
  return Buffer.concat([
    ebml(
      '1a45dfa3',
      ebml('4286', 1),
      ebml('42f2', 4),
      ebml('42f3', 8),
      ebml('4282', 'webm'),
      ebml('4287', 4),
    ),
    ebml(
      '18538067',
      ebml('1549a966', ebml('2ad7b1', Buffer.from('0f4240', 'hex'))),
      ebml('1654ae6b', ...tracks),
      ebml('1f43b675', ebml('e7', 0), ...frames),
    ),
  ])
}

export const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n${inside}\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n`)

export const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Builds a video of one second, 320 x 180, whose first frame is red. */
export const filmFile = (codec: 'h264' | 'hevc') =>
  readFileSync(path.join(import.meta.dirname, '../fixtures', `film-${codec}.mp4`))
