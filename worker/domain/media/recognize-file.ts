import { fileTypeFromBuffer } from 'file-type'
import { SaxesParser } from 'saxes'
import type { MediaFacts } from '#contract/rules/media-files.ts'
import { createJpegReader } from './jpeg-frame.ts'
import { heifSize, mp4Size, webmSize } from './film-size.ts'
import { measurePicture } from './read-picture.ts'
import { svgSize } from './svg-size.ts'

/**
 * Size of the first part of a file. The type is in the first 4 KiB, and the dimensions are nearly always in this part.
 */
export const firstPartBytes = 256 * 1024
const signatureBytes = 4100
const maxTextBytes = 64 * 1024

/**
 * Browsers decode a picture completely to display it: 100 megapixels take 400 MB. Cloudflare does not resize larger
 * pictures.
 */
const maxForeignPixels = 100_000_000

interface Size {
  width: number | null
  height: number | null
}
const noSize: Size = { width: null, height: null }

/** Names that the library uses for types that browsers know by another name. */
const commonNames: Record<string, string> = {
  'image/apng': 'image/png',
  'video/x-m4v': 'video/mp4',
  'video/3gpp': 'video/mp4',
  'video/3gpp2': 'video/mp4',
  'audio/x-m4a': 'audio/mp4',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'image/heif': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'application/xml': 'application/octet-stream',
}

function jpegSize(head: Uint8Array): Size {
  const jpeg = createJpegReader()
  jpeg.write(head)
  return jpeg.size() ?? noSize
}

const sizes: Record<string, (head: Uint8Array, tail: Uint8Array) => Size | null> = {
  'image/png': measurePicture,
  'image/gif': measurePicture,
  'image/webp': measurePicture,
  'image/jpeg': jpegSize,
  'image/avif': heifSize,
  'image/heic': heifSize,
  'video/mp4': (head, tail) => mp4Size(head) ?? mp4Size(tail),
  'video/quicktime': (head, tail) => mp4Size(head) ?? mp4Size(tail),
  'video/webm': webmSize,
  'video/matroska': webmSize,
}

/** Returns the size in the first element of a drawing; null for XML of another kind. */
function drawingSize(text: string): Size | null {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let size: Size | null = null
  let isOver = false
  parser.on('opentag', (tag) => {
    if (!isOver && tag.local === 'svg' && tag.uri === 'http://www.w3.org/2000/svg') size = svgSize(tag)
    isOver = true
  })
  // A drawing with errors further down is still a drawing: only its first element counts.
  parser.on('error', () => undefined)
  parser.write(text.slice(0, text.indexOf('>', text.search(/<(?:\w+:)?svg[\s>]/i)) + 1))
  return size
}

/** Removes comments, the XML declaration and the document type before the first element of a text. */
function firstElement(text: string): string {
  let at = 0
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
    const next = end === null ? -1 : text.indexOf(end, at)
    if (end === null || next === -1) break
    at = next + end.length
  }
  return text.slice(at)
}

/**
 * True for a glTF scene in JSON. It names its version; if the version comes late, the text contains lists that only a
 * scene has.
 */
function isScene(text: string): boolean {
  if (!text.startsWith('{')) return false
  const lists = ['accessors', 'bufferViews', 'meshes', 'nodes'].filter((name) => text.includes(`"${name}"`))
  return (/"asset"\s{0,20}:\s{0,20}\{/.test(text) && text.includes('"version"')) || lists.length > 2
}

function recognizeText(head: Uint8Array): MediaFacts | null {
  const bytes = head.subarray(0, maxTextBytes)
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(
    bytes,
  )
  const start = firstElement(text)
  if (/^<(?:!doctype\s+html|html|head|body|script|meta|title|style)[\s>]/i.test(start))
    return { contentType: 'text/html', ...noSize }
  if (/^(?:<!doctype\s+svg\b|<(?:\w{1,20}:)?svg[\s>])/i.test(start)) {
    const size = drawingSize(text)
    return size === null ? null : { contentType: 'image/svg+xml', ...size }
  }
  return isScene(start) ? { contentType: 'model/gltf+json', ...noSize } : null
}

const isId3 = (head: Uint8Array) => head[0] === 0x49 && head[1] === 0x44 && head[2] === 0x33

async function typeOf(head: Uint8Array): Promise<string | null> {
  // The audio begins after the tag, which may contain a large picture.
  if (isId3(head)) return 'audio/mpeg'
  const type = await fileTypeFromBuffer(head.subarray(0, signatureBytes)).catch(() => undefined)
  return type === undefined ? null : (commonNames[type.mime] ?? type.mime)
}

/**
 * Returns type and size of a file by its first bytes, regardless of its name and its server's content type. `tail`
 * contains the last bytes of a film, which may include its description. Returns null for an unknown type.
 */
export async function recognizeFile(
  head: Uint8Array,
  tail: Uint8Array = new Uint8Array(),
): Promise<MediaFacts | null> {
  const text = recognizeText(head)
  if (text !== null) return text
  const contentType = await typeOf(head)
  if (contentType === null || contentType === 'application/octet-stream') return null
  const { width, height } = sizes[contentType]?.(head, tail) ?? noSize
  return { contentType, width, height }
}

/** True if a picture is too large for browsers to decode. Drawings have no pixels. */
export const hasTooManyPixels = ({ contentType, width, height }: MediaFacts) =>
  contentType.startsWith('image/') &&
  contentType !== 'image/svg+xml' &&
  (width ?? 0) * (height ?? 0) > maxForeignPixels
