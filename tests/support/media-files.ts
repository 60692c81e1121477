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

/** A PNG of one colour; `claimed` writes another size into its header than it has. Source: PNG, third edition. */
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

/** The head of an MP4: enough to be told by. */
export function mp4(brand = 'isom', more = 64): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(24)
  head.writeUInt32BE(24, 0)
  head.write(`ftyp${brand}\0\0\0\0${brand}mp41`, 4, 'latin1')
  return Buffer.concat([head, Buffer.alloc(more)])
}

export function webm(type = 'webm'): Buffer<ArrayBuffer> {
  const doctype = Buffer.concat([Buffer.from([0x42, 0x82, 0x80 + type.length]), Buffer.from(type)])
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + doctype.length]),
    doctype,
    Buffer.alloc(64),
  ])
}

export const pdf = (inside = '') => Buffer.from(`%PDF-1.4\n${inside}\ntrailer\n<< >>\nstartxref\n0\n%%EOF\n`)

export const gif = () => Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
