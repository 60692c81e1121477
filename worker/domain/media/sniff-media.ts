import { type MediaUse, mediaRules, mostPixels, mostSvgBytes } from '#worker/contract/media-files.ts'
import { measurePicture } from './read-picture.ts'
import { readSvg } from './read-svg.ts'

/** What is looked at of a file: its first and last bytes; all of them where it may be an SVG. */
export interface FileSample {
  head: Uint8Array
  tail: Uint8Array
  /** Null where the file is no SVG, or larger than an SVG may be. */
  whole: Uint8Array | null
  bytes: number
}

export interface MediaFacts {
  contentType: string
  width: number | null
  height: number | null
}

export type Sniffed = { ok: true; facts: MediaFacts } | { ok: false; sentence: string }

/** One character a byte. */
function text(bytes: Uint8Array, from: number, to: number): string {
  let result = ''
  for (const byte of bytes.subarray(from, to)) result += String.fromCharCode(byte)
  return result
}

const damaged = 'This file is damaged or cut short. Choose another copy of it.'

/** Brands of MP4 films, and none of those of other files of the same build (HEIC, AVIF, QuickTime). Source: ISO 14496-12. */
function isMp4(head: Uint8Array): boolean {
  if (text(head, 4, 8) !== 'ftyp') return false
  const size = new DataView(head.buffer, head.byteOffset, 4).getUint32(0)
  if (size < 16 || size > 1024) return false
  const brands = [text(head, 8, 12), ...(text(head, 16, size).match(/.{4}/gs) ?? [])]
  return brands.some((brand) => /^(?:isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV)$/.test(brand))
}

/** EBML with the document type of WebM. Source: RFC 8794, and the WebM container guidelines. */
function isWebm(head: Uint8Array): boolean {
  return text(head, 0, 4) === '\u001a\u0045\u00df\u00a3' && /\u0042\u0082[^]webm/.test(text(head, 4, 128))
}

/** Whether the end that every complete file of the type has is there. */
function isComplete(contentType: string, tail: Uint8Array): boolean {
  const end = text(tail, 0, tail.length)
  switch (contentType) {
    case 'image/png':
      return end.includes('IEND\u00ae\u0042\u0060\u0082')
    case 'image/jpeg':
      return end.includes('\u00ff\u00d9')
    case 'image/gif':
      return end.includes('\u003b')
    case 'application/pdf':
      return end.includes('%%EOF')
    default:
      return true
  }
}

function factsOf(sample: FileSample): MediaFacts | { sentence: string } | null {
  const { head, whole } = sample
  const picture = measurePicture(head)
  if (picture !== null) return picture
  if (isMp4(head)) return { contentType: 'video/mp4', width: null, height: null }
  if (isWebm(head)) return { contentType: 'video/webm', width: null, height: null }
  if (text(head, 0, 5) === '%PDF-') return { contentType: 'application/pdf', width: null, height: null }
  const svg = whole === null ? null : readSvg(whole)
  switch (svg?.state) {
    case 'ok':
      return { contentType: 'image/svg+xml', width: svg.width, height: svg.height }
    case 'active':
      return {
        sentence:
          'This SVG contains scripts or foreign content. Save it as a plain drawing and choose it again.',
      }
    case 'damaged':
      return { sentence: damaged }
    default:
      return null
  }
}

/** What a file is by its bytes, whatever it is called, and whether it may be used so. */
export function sniffMedia(sample: FileSample, use: MediaUse): Sniffed {
  const { types, mostBytes, most, names } = mediaRules[use]
  const no = (sentence: string): Sniffed => ({ ok: false, sentence })
  if (sample.bytes === 0) return no('This file is empty.')
  if (sample.bytes > mostBytes) return no(`This file is larger than ${most}. Choose a smaller one.`)
  const facts = factsOf(sample)
  if (facts !== null && 'sentence' in facts) return no(facts.sentence)
  if (facts === null || !Object.keys(types).includes(facts.contentType)) {
    const begins = /^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8)/.test(text(sample.head, 0, 4))
    return no(begins ? damaged : `This is not a file that we can take. Choose one of ${names}.`)
  }
  if (facts.contentType === 'image/svg+xml' && sample.bytes > mostSvgBytes)
    return no('An SVG may have 20MB at most. Choose a smaller one.')
  if (!isComplete(facts.contentType, sample.tail)) return no(damaged)
  // An SVG has no pixels of its own.
  const pixels = facts.contentType === 'image/svg+xml' ? 0 : (facts.width ?? 0) * (facts.height ?? 0)
  if (pixels > mostPixels)
    return no(`This picture has more than ${mostPixels / 1_000_000} megapixels. Choose a smaller one.`)
  return { ok: true, facts }
}
