import { fileTypeFromBuffer } from 'file-type'
import { sentence, type Sentence } from '#contract/words/sentence.ts'
import {
  type MediaFacts,
  type MediaFinding,
  type MediaUse,
  mediaRules,
  maxPixels,
  maxSvgBytes,
} from '#contract/rules/media-files.ts'
import { createJpegReader } from './jpeg-frame.ts'
import { createMp4Reader } from './mp4-boxes.ts'
import { measurePicture } from './read-picture.ts'
import { createSvgReader, damagedFile, looksLikeSvg } from './read-svg.ts'

const headBytes = 1024 * 1024
const tailBytes = 64 * 1024
/** The library recommends this number of bytes. It receives no more, which bounds its time. */
const signatureBytes = 4100

/** Converts bytes to text, one character per byte. */
function readText(bytes: Uint8Array): string {
  let result = ''
  for (const byte of bytes) result += String.fromCharCode(byte)
  return result
}

/** Byte sequences near the end of complete files of these types. */
const ends: Record<string, string> = {
  'image/png': 'IEND\u00ae\u0042\u0060\u0082',
  'image/gif': '\u003b',
  'application/pdf': '%%EOF',
}

/** Reads the relevant parts of a file of one type, block by block. */
interface Reader {
  write(block: Uint8Array): void
  end(): MediaFinding
}

/** Creates a collector of the first and the last bytes of a file. */
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
      return readText(tail).includes(ends[contentType] ?? '')
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
      tracks.end()
        ? { contentType: 'video/mp4', width: null, height: null }
        : {
            sentence: sentence('This MP4 has no playable track. Export it again, and choose the new file.'),
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
        return { sentence: sentence('An SVG can be at most 20 MB. Choose a smaller one.') }
      const facts = svg.end()
      return facts === null || 'sentence' in facts ? facts : { contentType: 'image/svg+xml', ...facts }
    },
  }
}

const fixedReader = (mediaFinding: MediaFinding): Reader => ({
  write: () => undefined,
  end: () => mediaFinding,
})

/** Selected by the type that the library detects. Audio alone is an MP4 as well; QuickTime, HEIC and AVIF are not. */
const readers: Record<string, () => Reader> = {
  'image/jpeg': jpegReader,
  'image/png': pictureReader,
  'image/apng': pictureReader,
  'image/gif': pictureReader,
  'image/webp': pictureReader,
  'video/mp4': mp4Reader,
  'video/x-m4v': mp4Reader,
  'video/3gpp': mp4Reader,
  'video/3gpp2': mp4Reader,
  'audio/mp4': mp4Reader,
  'audio/x-m4a': mp4Reader,
  // The tracks of a WebM are not read. That would take a second reader with its own limits, and an empty player harms only
  // its creator, whom the form warns (web/kit/uploads/read-film.ts).
  'video/webm': () => fixedReader({ contentType: 'video/webm', width: null, height: null }),
  'application/pdf': pdfReader,
}

/** Returns true for a head that makes the library look for another type; browsers do not. */
const isSkipped = (head: Uint8Array) => /^(?:ID3|\u00ef\u00bb\u00bf)/.test(readText(head.subarray(0, 3)))

/** Selects the reader by the first bytes, whatever the file name. */
async function readerOf(head: Uint8Array): Promise<Reader> {
  const type = isSkipped(head) ? undefined : await fileTypeFromBuffer(head.subarray(0, signatureBytes))
  const create = readers[type?.mime ?? '']
  if (create !== undefined) return create()
  // The library detects any XML, but only without comments at the beginning.
  return looksLikeSvg(head) ? svgReader() : fixedReader(null)
}

/**
 * Detects the type of a file while it streams through, with at most 1 MiB of it in memory. The first block must contain
 * the first KiB.
 */
export function createSniffer() {
  let reader: Reader | null = null
  return {
    async write(block: Uint8Array): Promise<void> {
      reader ??= await readerOf(block)
      reader.write(block)
    },
    end: (): MediaFinding => reader?.end() ?? null,
  }
}

export type Sniffed = { ok: true; facts: MediaFacts } | { ok: false; sentence: Sentence }

/** Returns true if a file may be used for a purpose; otherwise the sentence that explains the problem. */
export function checkUse(file: { bytes: number; finding: MediaFinding }, use: MediaUse): Sniffed {
  const { types, maxBytes, maxSize, names } = mediaRules[use]
  const { bytes, finding } = file
  const reject = (reason: Sentence): Sniffed => ({ ok: false, sentence: reason })
  if (bytes === 0) return reject(sentence('This file is empty.'))
  if (bytes > maxBytes)
    return reject(sentence('This file is larger than {maxSize}. Choose a smaller one.', { maxSize }))
  if (finding !== null && 'sentence' in finding) return reject(finding.sentence)
  if (finding === null || !Object.keys(types).includes(finding.contentType))
    return reject(sentence('This file type is not accepted. Choose one of {names}.', { names }))
  if (countPixels(finding) > maxPixels)
    return reject(
      sentence('This picture has more than {most} megapixels. Choose a smaller one.', {
        most: maxPixels / 1_000_000,
      }),
    )
  return { ok: true, facts: finding }
}

/** Returns the number of pixels of a picture. An SVG has none. */
function countPixels({ contentType, width, height }: MediaFacts): number {
  return contentType === 'image/svg+xml' ? 0 : (width ?? 0) * (height ?? 0)
}
