interface Size {
  width: number
  height: number
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** Application data: Exif, and other kinds (XMP). */
const app1 = 0xe1

/** Cameras write the first directory, which contains the orientation, at the beginning. */
const maxExifBytes = 4096
const orientationTag = 0x0112

/**
 * Returns the orientation (1 to 8) from an Exif segment; from 5 on, the picture is rotated by a quarter turn. 1 if
 * there is none. Source: CIPA DC-008 (Exif 2.32), sections 4.5 and 4.6.4.
 */
function orientationOf(exif: Uint8Array): number {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.length)
  const tiff = 6
  if (exif.length < tiff + 8) return 1
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > exif.length) return 1
  const entries = view.getUint16(directory, little)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * 12
    if (at + 12 > exif.length) return 1
    if (view.getUint16(at, little) === orientationTag) return view.getUint16(at + 8, little)
  }
  return 1
}

const isExif = (bytes: Uint8Array) =>
  [...'Exif\0\0'].every((letter, at) => bytes[at] === letter.charCodeAt(0))

/** Returns true for markers without a length field; all other markers have one. Source: ITU-T T.81, table B.1. */
const isAlone = (code: number) => code === 0x01 || (code >= 0xd0 && code <= startOfImage)
/**
 * Returns true for frame markers, but not for the tables whose numbers lie between them: Huffman, extensions,
 * arithmetic coding.
 */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/**
 * Reads the displayed size of a JPEG while it arrives, and skips all other data before the picture: phones put
 * megabytes of depth maps there. Anything may follow the picture, for example the video of a motion photo. `image-size`
 * needs the whole file in memory in both cases.
 */
export function createJpegReader() {
  const head = new Uint8Array(7)
  let filledBytes = 0
  /** Number of bytes to skip. */
  let skip = 0
  let state: 'marker' | 'segment' | 'scan' | 'end' | 'damaged' = 'marker'
  let code = 0
  let last = 0
  let size: Size | null = null
  let orientation = 1
  /** The segment that is being skipped, if it may be Exif. */
  let segment: { bytes: Uint8Array; filled: number } | null = null

  function enter(marker: number): void {
    code = marker
    if (code === endOfImage) state = 'end'
    else if (code === 0) state = 'damaged'
    else if (!isAlone(code)) state = 'segment'
    filledBytes = 0
  }

  function readMarker(byte: number): void {
    // Any number of fill bytes (0xff) may precede a marker.
    if (last === 0xff && byte !== 0xff) enter(byte)
    else if (byte !== 0xff) state = 'damaged'
    last = byte === 0xff ? byte : 0
  }

  function readSegment(byte: number): void {
    head[filledBytes] = byte
    filledBytes += 1
    if (filledBytes < (isFrame(code) ? head.length : 2)) return
    const view = new DataView(head.buffer)
    const length = view.getUint16(0)
    if (isFrame(code)) size ??= { height: view.getUint16(3), width: view.getUint16(5) }
    skip = length - filledBytes
    if (skip < 0) state = 'damaged'
    else state = code === startOfScan ? 'scan' : 'marker'
    segment =
      code === app1 && skip > 0 ? { bytes: new Uint8Array(Math.min(skip, maxExifBytes)), filled: 0 } : null
  }

  function keepOfSegment(skippedBytes: Uint8Array): void {
    if (segment === null) return
    const { bytes, filled: from } = segment
    const part = skippedBytes.subarray(0, bytes.length - from)
    bytes.set(part, from)
    segment.filled += part.length
    if (segment.filled < bytes.length) return
    if (isExif(bytes)) orientation = orientationOf(bytes)
    segment = null
  }

  /** Finds the end marker after the first scan. Returns the position to continue from. */
  function findEnd(block: Uint8Array, from: number): number {
    if (last === 0xff && block[from] === endOfImage) state = 'end'
    for (let at = block.indexOf(0xff, from); at !== -1 && state === 'scan'; at = block.indexOf(0xff, at + 1))
      if (block[at + 1] === endOfImage) state = 'end'
    last = block.at(-1) ?? 0
    return block.length
  }

  function step(block: Uint8Array, at: number): number {
    if (state === 'end' || state === 'damaged') return block.length
    if (skip > 0) {
      const skippedCount = Math.min(skip, block.length - at)
      skip -= skippedCount
      keepOfSegment(block.subarray(at, at + skippedCount))
      return at + skippedCount
    }
    if (state === 'scan') return findEnd(block, at)
    const byte = block[at] ?? 0
    if (state === 'marker') readMarker(byte)
    else readSegment(byte)
    return at + 1
  }

  function shownSize(): Size | null {
    if (size === null || size.width === 0 || size.height === 0) return null
    const { width, height } = size
    return orientation >= 5 && orientation <= 8 ? { width: height, height: width } : size
  }

  return {
    write(block: Uint8Array): void {
      for (let at = 0; at < block.length; ) at = step(block, at)
    },
    /** The size, available once its segment has arrived. */
    size: shownSize,
    /** Null if the file is damaged or truncated. */
    end: (): Size | null => (state === 'end' ? shownSize() : null),
  }
}
