import { imageSteps, isIpfsPath } from '#worker/contract/media.ts'
import { Refusal } from '#worker/contract/refusal.ts'

export interface Sized {
  width: number
  height: number | null
  quality: number
  format: PictureFormat
}

export type PictureFormat = 'image/avif' | 'image/webp' | 'image/jpeg'

/** `<cid>` or `<cid>/<name>` of a media address; throws Refusal('not_found') for anything else. */
export function ipfsPathOf(path: string): string {
  if (isIpfsPath(path)) return path
  throw new Refusal('not_found', 'This is not the address of a file.')
}

function step(value: string | undefined): number | null {
  const wanted = Number(value)
  if (value === undefined || !Number.isInteger(wanted) || wanted < 1) return null
  return imageSteps.find((size) => size >= wanted) ?? 1600
}

/** Forms that a browser takes, best first; every browser takes JPEG. */
export function acceptedFormats(accept: string, avif: boolean): PictureFormat[] {
  return [
    ...(avif && accept.includes('image/avif') ? ['image/avif' as const] : []),
    ...(accept.includes('image/webp') ? ['image/webp' as const] : []),
    'image/jpeg',
  ]
}

/** The side of a picture whose sizes say nothing that can be used. */
const usualSide = 500

/** The size asked for, raised to the next step; null when nothing of a size is said: the file itself is wanted. */
export function parseSize(query: Record<string, string>): Omit<Sized, 'format'> | null {
  if (query.w === undefined && query.h === undefined && query.q === undefined) return null
  const asked = step(query.w)
  const width = asked ?? usualSide
  const quality = Number(query.q ?? '60')
  return {
    width,
    height: step(query.h) ?? (asked === null ? usualSide : null),
    quality: Number.isInteger(quality) && quality >= 30 && quality <= 90 ? Math.round(quality / 10) * 10 : 60,
  }
}
