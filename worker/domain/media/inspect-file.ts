import { importByteStream, type WritableStorage } from 'ipfs-unixfs-importer'
import { mostSvgBytes } from '#worker/contract/media-files.ts'
import { readBlocks } from './read-blocks.ts'
import { looksLikeSvg } from './read-svg.ts'
import type { FileSample } from './sniff-media.ts'

const headBytes = 1024 * 1024
const tailBytes = 64 * 1024
/** Of IPFS: what is read in one go is hashed as it is. */
const blockBytes = 256 * 1024

const mostSpare = 16

/** Forgets what it is given: only the root's name is wanted. Blocks that have got their names are free for the next bytes. */
function forgetting(spare: Uint8Array[]): WritableStorage {
  return {
    put: (cid, block) => {
      const isWhole = block instanceof Uint8Array && block.buffer.byteLength === blockBytes
      if (isWhole && block.length === blockBytes && spare.length < mostSpare) spare.push(block)
      return cid
    },
  }
}

function join(chunks: Uint8Array[], bytes: number): Uint8Array {
  const whole = new Uint8Array(bytes)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk.subarray(0, bytes - at), at)
    at += Math.min(chunk.length, bytes - at)
  }
  return whole
}

/** Reads a file once, from front to back, holding no more of it than is looked at. Answers its CID and a sample. */
export async function inspectFile(body: ReadableStream<Uint8Array>): Promise<FileSample & { cid: string }> {
  const first: Uint8Array[] = []
  let head: Uint8Array | null = null
  let kept: Uint8Array[] | null = first
  /** The last bytes so far, at its end. */
  const last = new Uint8Array(tailBytes)
  const spare: Uint8Array[] = []
  let bytes = 0

  async function* read() {
    for await (const chunk of readBlocks(body, blockBytes, spare)) {
      bytes += chunk.length
      kept?.push(chunk.slice())
      if (head === null && bytes >= headBytes) {
        head = join(first, headBytes)
        if (!looksLikeSvg(head)) kept = null
      }
      if (bytes > mostSvgBytes) kept = null
      const end = chunk.subarray(-tailBytes)
      last.copyWithin(0, end.length)
      last.set(end, tailBytes - end.length)
      yield chunk
    }
  }

  const { cid } = await importByteStream(read(), forgetting(spare), { cidVersion: 1, rawLeaves: true })
  const all = kept === null ? null : join(kept, bytes)
  const start = head ?? all ?? new Uint8Array()
  return {
    cid: cid.toString(),
    head: start,
    tail: last.subarray(tailBytes - Math.min(bytes, tailBytes)),
    whole: all !== null && looksLikeSvg(start) ? all : null,
    bytes,
  }
}
