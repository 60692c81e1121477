interface Size {
  width: number
  height: number
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Yields the positions of a four-character code in the first part of a file. */
function* placesOf(bytes: Uint8Array, code: string): Generator<number> {
  const first = code.charCodeAt(0)
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if ([...code].every((character, index) => bytes[at + index] === character.charCodeAt(0))) yield at
}

/** Returns the size that a film's header states for its first picture track. Source: ISO 14496-12, "tkhd". */
export function mp4Size(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes)
  for (const at of placesOf(bytes, 'tkhd')) {
    const start = at + 4
    // Times have 64 bits in version 1.
    const matrix = start + (bytes[start] === 1 ? 52 : 40)
    if (matrix + 44 > bytes.length) continue
    // Both are 16.16 fixed-point numbers.
    const width = view.getUint32(matrix + 36) >>> 16
    const height = view.getUint32(matrix + 40) >>> 16
    // A film that is rotated by a quarter turn has no scale along its own axes.
    const isTurned = view.getInt32(matrix) === 0 && view.getInt32(matrix + 16) === 0
    if (width > 0 && height > 0) return isTurned ? { width: height, height: width } : { width, height }
  }
  return null
}

/**
 * Returns the size of an AVIF or HEIC: the size of its largest item, because items may be tiles. Source: ISO 23008-12,
 * "ispe" and "irot".
 */
export function heifSize(bytes: Uint8Array): Size | null {
  const view = viewOf(bytes)
  let size: Size | null = null
  for (const at of placesOf(bytes, 'ispe')) {
    if (at + 16 > bytes.length) break
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (width > 0 && height > 0 && width * height > (size?.width ?? 0) * (size?.height ?? 0))
      size = { width, height }
  }
  const isTurned = [...placesOf(bytes, 'irot')].some((at) => ((bytes[at + 4] ?? 0) & 1) === 1)
  return size !== null && isTurned ? { width: size.height, height: size.width } : size
}

/** Elements of Matroska. Source: RFC 9559, section 5.1. */
const containers = new Set([0x18538067, 0x1654ae6b, 0xae, 0xe0])
const pixelWidth = 0xb0
const pixelHeight = 0xba
const maxElements = 2000

/**
 * Reads a number of one to eight bytes, whose first bits give its length. Returns null beyond the end. Source: RFC
 * 8794, section 4.
 */
function readVint(bytes: Uint8Array, at: number, keepMarker: boolean): { value: number; end: number } | null {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > 8 || at + length > bytes.length) return null
  let value = keepMarker ? first : first & (0xff >> length)
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, end: at + length }
}

/** Returns the size of the first picture track of a WebM. */
export function webmSize(bytes: Uint8Array): Size | null {
  let [width, height] = [0, 0]
  let at = 0
  for (let elements = 0; elements < maxElements; elements += 1) {
    const id = readVint(bytes, at, true)
    const size = id === null ? null : readVint(bytes, id.end, false)
    if (id === null || size === null) break
    const isNumber = id.value === pixelWidth || id.value === pixelHeight
    if (isNumber && size.value <= 4) {
      const digits = bytes.subarray(size.end, size.end + size.value)
      const value = digits.reduce((sum, byte) => sum * 256 + byte, 0)
      if (id.value === pixelWidth) width = value
      else height = value
      if (width > 0 && height > 0) return { width, height }
    }
    at = containers.has(id.value) ? size.end : size.end + size.value
  }
  return null
}
