import sharp from 'sharp'
import { createRandom } from './random.ts'
import { side } from './svg.ts'
import type { Work } from './work.ts'

/**
 * Creates a paper texture around the neutral value, with fine grain and longer fibres that make pictures look less
 * synthetic.
 */
function makePaper(): Int8Array {
  const random = createRandom('paper')
  const paper = new Int8Array(side * side)
  const coarse = Math.ceil(side / 3)
  const fibres = Float32Array.from({ length: coarse * coarse }, () => random.normal() * 5)
  for (let y = 0; y < side; y += 1) {
    const row = Math.floor(y / 3) * coarse
    for (let x = 0; x < side; x += 1) {
      paper[y * side + x] = random.normal() * 9 + (fibres[row + Math.floor(x / 3)] ?? 0)
    }
  }
  return paper
}

let paper: Int8Array | null = null

function addGrain(pixels: Buffer, strength: number): void {
  paper ??= makePaper()
  for (let at = 0, index = 0; at < paper.length; at += 1, index += 3) {
    const change = (paper[at] ?? 0) * strength
    for (let channel = index; channel < index + 3; channel += 1) {
      const value = (pixels[channel] ?? 0) + change
      pixels[channel] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }
}

export type Format = 'png' | 'jpeg' | 'svg'

export interface Rendered {
  bytes: Buffer
  /** The mean of all pixels, as #rrggbb. */
  color: string
}

/** Samples every 37th pixel, which is enough for a mean and does not match the period of any pattern. */
function meanColor(pixels: Buffer): string {
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at + 2 < pixels.length; at += 37 * 3) {
    for (let channel = 0; channel < 3; channel += 1)
      sums[channel] = (sums[channel] ?? 0) + (pixels[at + channel] ?? 0)
    count += 1
  }
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** Encodes the file of a work: PNG for few colours, JPEG for many. */
export async function renderWork(work: Work, format: Format): Promise<Rendered> {
  const base =
    work.kind === 'svg'
      ? sharp(Buffer.from(work.svg))
      : sharp(work.pixels, { raw: { width: work.side, height: work.side, channels: 3 } })
  if (format === 'svg' && work.kind === 'svg') {
    const small = await base.resize(60, 60).removeAlpha().raw().toBuffer()
    return { bytes: Buffer.from(work.svg), color: meanColor(small) }
  }
  const data = await base.removeAlpha().raw().toBuffer()
  if (work.grain > 0) addGrain(data, work.grain)
  const flat = sharp(data, { raw: { width: side, height: side, channels: 3 } })
  const bytes = await (format === 'png'
    ? flat.png({ palette: true, colours: 64, effort: 1, dither: 0 }).toBuffer()
    : flat.jpeg({ quality: 80, chromaSubsampling: '4:2:0' }).toBuffer())
  return { bytes, color: meanColor(data) }
}
