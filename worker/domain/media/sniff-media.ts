import { sentence, type Sentence } from '#worker/contract/sentence.ts'
import {
  type MediaFacts,
  type MediaFinding,
  type MediaUse,
  mediaRules,
  maxPixels,
  maxSvgBytes,
} from '#worker/contract/media-files.ts'
import { createMp4Reader } from '#worker/contract/mp4-tracks.ts'
import { createJpegReader } from './jpeg-frame.ts'
import { measurePicture } from './read-picture.ts'
import { createSvgReader, damagedFile, looksLikeSvg } from './read-svg.ts'

const headBytes = 1024 * 1024
const tailBytes = 64 * 1024

/** One character per byte. */
function text(bytes: Uint8Array, from: number, to: number): string {
  let result = ''
  for (const byte of bytes.subarray(from, to)) result += String.fromCharCode(byte)
  return result
}

/** Brands of MP4 videos, without those of other formats with the same structure (HEIC, AVIF, QuickTime). Source: ISO 14496-12. */
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

/** What complete files of these types contain near their end. */
const ends: Record<string, string> = {
  'image/png': 'IEND\u00ae\u0042\u0060\u0082',
  'image/gif': '\u003b',
  'application/pdf': '%%EOF',
}

/** Reads what a type of file needs, block by block. */
interface Reader {
  write(block: Uint8Array): void
  end(): MediaFinding
}

/** The first and the last bytes of a file. */
function createSample() {
  let head = new Uint8Array()
  const last = new Uint8Array(tailBytes)
  let bytes = 0
  return {
    write(block: Uint8Array) {
      if (bytes < headBytes) {
        const longer = new Uint8Array(Math.min(headBytes, bytes + block.length))
        longer.set(head)
        longer.set(block.subarray(0, longer.length - bytes), bytes)
        head = longer
      }
      bytes += block.length
      const end = block.subarray(-tailBytes)
      last.copyWithin(0, end.length)
      last.set(end, tailBytes - end.length)
    },
    head: () => head,
    hasEnd: (contentType: string) => {
      const tail = last.subarray(tailBytes - Math.min(bytes, tailBytes))
      return text(tail, 0, tail.length).includes(ends[contentType] ?? '')
    },
  }
}

function pictureReader(): Reader {
  const sample = createSample()
  return {
    write: sample.write,
    end() {
      const facts = measurePicture(sample.head())
      return facts !== null && sample.hasEnd(facts.contentType) ? facts : { sentence: damagedFile }
    },
  }
}

function jpegReader(): Reader {
  const jpeg = createJpegReader()
  return {
    write: jpeg.write,
    end() {
      const size = jpeg.end()
      return size === null ? { sentence: damagedFile } : { contentType: 'image/jpeg', ...size }
    },
  }
}

function pdfReader(): Reader {
  const sample = createSample()
  const facts = { contentType: 'application/pdf', width: null, height: null }
  return {
    write: sample.write,
    end: () => (sample.hasEnd(facts.contentType) ? facts : { sentence: damagedFile }),
  }
}

function mp4Reader(): Reader {
  const tracks = createMp4Reader()
  return {
    write: tracks.write,
    end: () =>
      tracks.end() !== null
        ? { contentType: 'video/mp4', width: null, height: null }
        : {
            sentence: sentence(
              'This MP4 has no track that can be played. Export it again, and choose the new file.',
            ),
          },
  }
}

function svgReader(): Reader {
  const svg = createSvgReader()
  let bytes = 0
  return {
    write(block) {
      bytes += block.length
      if (bytes <= maxSvgBytes) svg.write(block)
    },
    end() {
      if (bytes > maxSvgBytes)
        return { sentence: sentence('An SVG may have 20MB at most. Choose a smaller one.') }
      const found = svg.end()
      return found === null || 'sentence' in found ? found : { contentType: 'image/svg+xml', ...found }
    },
  }
}

const fixedReader = (finding: MediaFinding): Reader => ({ write: () => undefined, end: () => finding })

/** Chosen by the first bytes, whatever the file name. */
function readerOf(head: Uint8Array): Reader {
  const begin = text(head, 0, 12)
  if (begin.startsWith('\u00ff\u00d8\u00ff')) return jpegReader()
  if (/^(?:\u0089PNG|GIF8|RIFF[^]{4}WEBP)/.test(begin)) return pictureReader()
  if (isMp4(head)) return mp4Reader()
  if (isWebm(head)) return fixedReader({ contentType: 'video/webm', width: null, height: null })
  if (begin.startsWith('%PDF-')) return pdfReader()
  return looksLikeSvg(head) ? svgReader() : fixedReader(null)
}

/** Detects the type of a file while it streams through, holding at most 1 MiB of it. The first block contains its first KiB. */
export function createSniffer(): Reader {
  let reader: Reader | null = null
  return {
    write(block) {
      reader ??= readerOf(block)
      reader.write(block)
    },
    end: () => reader?.end() ?? null,
  }
}

export type Sniffed = { ok: true; facts: MediaFacts } | { ok: false; sentence: Sentence }

/** Whether a file may be used for a purpose; otherwise the sentence explains why not. */
export function checkUse(file: { bytes: number; found: MediaFinding }, use: MediaUse): Sniffed {
  const { types, maxBytes, maxSize, names } = mediaRules[use]
  const { bytes, found } = file
  const no = (reason: Sentence): Sniffed => ({ ok: false, sentence: reason })
  if (bytes === 0) return no(sentence('This file is empty.'))
  if (bytes > maxBytes)
    return no(sentence('This file is larger than {maxSize}. Choose a smaller one.', { maxSize }))
  if (found !== null && 'sentence' in found) return no(found.sentence)
  if (found === null || !Object.keys(types).includes(found.contentType))
    return no(sentence('This is not a file that we can take. Choose one of {names}.', { names }))
  if (countPixels(found) > maxPixels)
    return no(
      sentence('This picture has more than {most} megapixels. Choose a smaller one.', {
        most: maxPixels / 1_000_000,
      }),
    )
  return { ok: true, facts: found }
}

/** An SVG has no pixels of its own. */
function countPixels({ contentType, width, height }: MediaFacts): number {
  return contentType === 'image/svg+xml' ? 0 : (width ?? 0) * (height ?? 0)
}
