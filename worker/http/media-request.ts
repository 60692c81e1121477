import { imageSteps, isIpfsPath } from '#contract/rules/media.ts'
import { Refusal } from '#contract/words/refusal.ts'

export interface Sized {
  width: number
  height: number | null
  quality: number
  format: PictureFormat
}

export type PictureFormat = 'image/avif' | 'image/webp' | 'image/jpeg'

/** Returns `<cid>` or `<cid>/<name>` from a media address. Throws Refusal('not_found') for any other address. */
export function ipfsPathOf(path: string): string {
  if (isIpfsPath(path)) return path
  throw new Refusal('not_found', 'This is not the address of a file.')
}

function step(value: string | undefined): number | null {
  const pixels = Number(value)
  if (value === undefined || !Number.isInteger(pixels) || pixels < 1) return null
  return imageSteps.find((size) => size >= pixels) ?? 1600
}

/** Returns the formats that a browser accepts, best first. Every browser accepts JPEG. */
export function acceptedFormats(accept: string, avif: boolean): PictureFormat[] {
  return [
    ...(avif && accept.includes('image/avif') ? ['image/avif' as const] : []),
    ...(accept.includes('image/webp') ? ['image/webp' as const] : []),
    'image/jpeg',
  ]
}

/** Default width and height if the requested size is not a valid number. */
const defaultSide = 500

/** Returns the requested size, rounded up to the next step; null if the original file is requested. */
export function parseSize(query: Record<string, string>): Omit<Sized, 'format'> | null {
  if (query.w === undefined && query.h === undefined && query.q === undefined) return null
  const wantedWidth = step(query.w)
  const width = wantedWidth ?? defaultSide
  const quality = Number(query.q ?? '60')
  return {
    width,
    height: step(query.h) ?? (wantedWidth === null ? defaultSide : null),
    quality: Number.isInteger(quality) && quality >= 30 && quality <= 90 ? Math.round(quality / 10) * 10 : 60,
  }
}
