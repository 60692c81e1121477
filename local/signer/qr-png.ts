import sharp from 'sharp'
import { encode } from 'uqr'

const scale = 10

/** A QR code as a PNG picture, black on white with the quiet zone that readers need. */
export async function qrPng(content: string): Promise<Buffer> {
  const { data, size } = encode(content, { ecc: 'M', border: 3 })
  const pixels = Buffer.alloc(size * size, 255)
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) pixels[y * size + x] = 0
    })
  })
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * scale, size * scale, { kernel: 'nearest' })
    .png()
    .toBuffer()
}

/** The same as rows of 0 and 1, as Xaman's `qr_matrix`. */
export function qrMatrix(content: string): number[][] {
  return encode(content, { ecc: 'M', border: 0 }).data.map((row) => row.map(Number))
}
