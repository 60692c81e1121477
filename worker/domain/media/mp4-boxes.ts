/** Boxes that contain the boxes of interest. Source: ISO 14496-12. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex'])
/** Number of bytes read from boxes: handler type, count of sample descriptions, count of samples. */
const bytesRead: Record<string, number> = { hdlr: 12, stsd: 8, stsz: 12, stz2: 12 }
const headerBytes = 16
/** Maximum number of boxes read, which bounds the time. A video of 300 MB has a few thousand. */
const maxBoxes = 50_000

interface Track {
  handler: string
  descriptions: number
  samples: number
}

const readText = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

/** Collects the first bytes of the following data, across the blocks that a file arrives in. */
function createPrefix() {
  const bytes = new Uint8Array(headerBytes)
  let filledBytes = 0
  return {
    bytes,
    /** Consumes bytes of a block until `length` bytes are buffered; returns their number. */
    fill(block: Uint8Array, from: number, length: number): number {
      const count = Math.min(length - filledBytes, block.length - from)
      bytes.set(block.subarray(from, from + count), filledBytes)
      filledBytes += count
      return count
    },
    holds: (length: number) => filledBytes >= length,
    clear: () => {
      filledBytes = 0
    },
  }
}

/**
 * Reads an MP4 while it arrives, with only a few of its bytes in memory. Mediabunny, which the browser uses, has no
 * limits for hostile files: it creates an array of all samples that a file claims to contain (decision 33).
 */
export function createMp4Reader() {
  const prefix = createPrefix()
  const tracks: Track[] = []
  let isFragmented = false
  let hasMedia = false
  let boxes = 0
  /** Number of bytes to skip before the next box; infinite after the last box, and in a file that is not an MP4. */
  let skip = 0
  /** The box whose first bytes are being read, with its remaining bytes. */
  let currentBox: { type: string; bytes: number } | null = null

  function recordNote(type: string, { bytes }: typeof prefix): void {
    const view = new DataView(bytes.buffer)
    const track = tracks.at(-1)
    if (track === undefined) return
    if (type === 'hdlr') track.handler = readText(bytes, 8)
    if (type === 'stsd') track.descriptions = view.getUint32(4)
    if (type === 'stsz' || type === 'stz2') track.samples = view.getUint32(8)
  }

  function enter(type: string, bytes: number): void {
    boxes += 1
    if (type === 'trak') tracks.push({ handler: '', descriptions: 0, samples: 0 })
    if (type === 'mdat') hasMedia = true
    if (type === 'mvex') isFragmented = true
    if (containers.has(type)) return
    const length = bytesRead[type]
    if (length === undefined || bytes < length) skip = bytes
    else currentBox = { type, bytes }
  }

  /** Reads a header: 8 bytes, or 16 with a size of 64 bits. Returns false while it is incomplete. */
  function readHeader(): boolean {
    const view = new DataView(prefix.bytes.buffer)
    const short = view.getUint32(0)
    const long = short === 1
    if (long && !prefix.holds(16)) return false
    const size = long ? Number(view.getBigUint64(8)) : short
    const header = long ? 16 : 8
    const type = readText(prefix.bytes, 4)
    prefix.clear()
    if (size === 0 && type === 'mdat') hasMedia = true
    if (size < header || boxes >= maxBoxes) skip = Number.POSITIVE_INFINITY
    else enter(type, size - header)
    return true
  }

  function step(block: Uint8Array, at: number): number {
    if (skip > 0) {
      const skippedCount = Math.min(skip, block.length - at)
      skip -= skippedCount
      return skippedCount
    }
    if (currentBox !== null) {
      const { type, bytes } = currentBox
      const length = bytesRead[type] ?? 0
      const count = prefix.fill(block, at, length)
      if (prefix.holds(length)) {
        recordNote(type, prefix)
        prefix.clear()
        currentBox = null
        skip = bytes - length
      }
      return count
    }
    const prefixBytes = prefix.holds(8) ? 16 : 8
    const count = prefix.fill(block, at, prefixBytes)
    if (prefix.holds(prefixBytes)) readHeader()
    return count
  }

  return {
    write(block: Uint8Array) {
      let at = 0
      while (at < block.length) at += step(block, at)
    },
    /** True if there is video or sound to play: a described track, with samples here or in fragments. */
    end: (): boolean =>
      hasMedia &&
      tracks.some(
        ({ handler, descriptions, samples }) =>
          (handler === 'vide' || handler === 'soun') && descriptions > 0 && (samples > 0 || isFragmented),
      ),
  }
}
