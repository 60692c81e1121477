import type { Media } from '#contract/schemas/media.ts'

/** Widths that the image gateway supports; a requested width is rounded up to the next one. */
export const imageSteps = [64, 150, 300, 500, 800, 1200, 1600] as const

/** A CID of either version: base58, or base32. */
export const cidPattern = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,150})$/

/** Names that point elsewhere, also after another decoding: dots alone, separators, and control characters. */
const strayName = /^(?:\.|%2e)+$|[\\/\p{Cc}]|%2f|%5c|%00/iu

/** True if a text is an IPFS path that we fetch: a CID, and names in it that cannot point elsewhere. */
export function isIpfsPath(path: string): boolean {
  const [cid = '', ...names] = path.split('/')
  return (
    cidPattern.test(cid) &&
    names.length <= 8 &&
    names.every((name) => name !== '' && name.length <= 200 && name.isWellFormed() && !strayName.test(name))
  )
}

/** Returns the address of an IPFS path at our media route. Names may contain "#", "?" and "%". */
export const ipfsSource = (path: string): string =>
  `/media/ipfs/${path.split('/').map(encodeURIComponent).join('/')}`

/** Decodes percent-encoding once; a text with other uses of "%" is unchanged. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns the decoded path of a file whose names were encoded twice; null for any other path. */
export function decodedIpfsPath(path: string): string | null {
  const decodedPath = decodePercent(path)
  return decodedPath !== path && isIpfsPath(decodedPath) ? decodedPath : null
}

/**
 * Returns the other possible reading of a path, because "#" or "?" and the text after it may or may not belong to the
 * file name. Null if there is none.
 */
export function otherIpfsPath(path: string): string | null {
  const shorter = path.replace(/[?#].*$/s, '').replace(/\/$/, '')
  return shorter === path ? decodedIpfsPath(path) : shorter
}

/** A card loads at most this many bytes of a film. */
export const maxFilmBytes = 200_000

/** Returns the URL of a film's first `maxFilmBytes` bytes. */
export const beginningSource = ({ src }: Pick<Media, 'src'>): string => `${src}?part=first`

/**
 * True if a card may load a film to show its first frame. The film's size must be known, because browsers read past the
 * first frame.
 */
export const isSmallFilm = ({ kind, bytes }: Pick<Media, 'kind' | 'bytes'>): boolean =>
  kind === 'video' && typeof bytes === 'number' && bytes <= maxFilmBytes

/**
 * The platform reads only films below this size. Source: developers.cloudflare.com/changelog, "Increased limits for
 * Media Transformations" (2025-06-10).
 */
export const maxStillBytes = 100_000_000

/** True if the platform may be able to extract a still picture from a file: a film in MP4 of known size. */
export const filmOfStill = (contentType: string | null, bytes: number | null | undefined): boolean =>
  contentType === 'video/mp4' && typeof bytes === 'number' && bytes < maxStillBytes

/** Returns the address of the still picture of a film; null if it cannot have one. */
export const stillSource = ({ src, contentType, bytes }: Media): string | null =>
  filmOfStill(contentType, bytes) ? src.replace(/^\/media\//, '/media/stills/') : null

export interface ImageSize {
  w?: number
  h?: number
  q?: number
}

/**
 * Returns the address of a sized image in fixed steps, so that caches are shared. Defaults of the gateway: 500 x 500 at
 * quality 60.
 */
export function sizedImage(src: string, size: ImageSize = {}): string {
  const findImageStep = (pixels: number) => imageSteps.find((s) => s >= pixels) ?? 1600
  const query = new URLSearchParams()
  query.set('w', String(findImageStep(size.w ?? 500)))
  if (size.h !== undefined) query.set('h', String(findImageStep(size.h)))
  if (size.q !== undefined) query.set('q', String(size.q))
  return `${src}?${query.toString()}`
}

/** `sizes` of the large pictures on a first screen, which the browser fetches before any code runs. */
export const firstPicture = {
  featured: { sizes: '(max-width: 1023px) 100vw, (max-width: 1660px) 62vw, 1030px', largest: 1600 },
  stage: {
    sizes: '(max-width: 767px) 100vw, (max-width: 1023px) 50vw, 64vw',
    largest: 1600,
  },
  cover: { sizes: '(max-width: 699px) 88px, 320px', largest: 800 },
  card: { sizes: '(max-width: 699px) 50vw, (max-width: 1359px) 33vw, 390px', largest: 800 },
} as const

/**
 * True for a PNG so small that its individual pixels are visible. Other formats are excluded because their pixels are
 * not sharp.
 */
export const isPixelArt = (media: Media | null): boolean =>
  media?.contentType === 'image/png' &&
  Math.max(media.width ?? 1000, media.height ?? 1000) <= 64 &&
  (media.bytes ?? maxFilmBytes) < 50_000

/**
 * Types of pictures that the gateway can resize without loss. A GIF would lose its animation, and the gateway's
 * platform cannot read other types, such as AVIF.
 */
const sizedTypes = /^image\/(?:png|jpeg|webp|heic)$/

/**
 * Returns a picture, or a film's still picture, in the gateway's sizes up to `largest`. Pictures of other types are
 * unchanged in large sizes; for cards, the gateway sends the original only if the file is small.
 */
export function pictureSources(
  media: Media | null,
  largest: number,
): { src: string; srcSet: string | null } | null {
  const source = media?.kind === 'video' ? stillSource(media) : (media?.src ?? null)
  if (media === null || source === null || (media.kind !== 'image' && media.kind !== 'video')) return null
  if (isPixelArt(media)) return { src: media.src, srcSet: null }
  const isDrawing = media.contentType === 'image/svg+xml'
  if (largest > 800 && media.kind === 'image' && !sizedTypes.test(media.contentType ?? 'image/jpeg'))
    return { src: media.src, srcSet: null }
  if (isDrawing) return { src: sizedImage(media.src, { w: largest }), srcSet: null }
  const steps = imageSteps.filter((step) => step >= 150 && step <= largest)
  return {
    src: sizedImage(source, { w: largest }),
    srcSet: steps.map((w) => `${sizedImage(source, { w })} ${w}w`).join(', '),
  }
}

interface WorkMedia {
  image: Media | null
  animation: Media | null
  attachment: Media | null
  /** Missing in metadata that earlier versions stored. */
  files?: Media[]
}

/**
 * Lists the files of a work, each once. The first file is the work: its animation (film, sound, model, HTML) if it has
 * one that can be shown, and its picture otherwise.
 */
export function workFiles({ image, animation, attachment, files = [] }: WorkMedia): Media[] {
  const first = animation?.kind === 'other' ? [image, animation] : [animation, image]
  const workMedia = [...first, attachment, ...files].filter((media) => media !== null)
  return workMedia.filter((media, place) => workMedia.findIndex(({ src }) => src === media.src) === place)
}
