import { importByteStream, type WritableStorage } from 'ipfs-unixfs-importer'
import type { MediaFinding } from '#worker/contract/media-files.ts'
import { type Chunks, readBlocks } from './read-blocks.ts'
import { createSniffer } from './sniff-media.ts'

/** Of IPFS: what is read in one go is hashed as it is. */
const blockBytes = 256 * 1024
const maxSpare = 16

/** Forgets what it is given: only the root's name is wanted. Blocks that have got their names are free for the next bytes. */
function forgetting(spare: Uint8Array[]): WritableStorage {
  return {
    put: (cid, block) => {
      const isWhole = block instanceof Uint8Array && block.buffer.byteLength === blockBytes
      if (isWhole && block.length === blockBytes && spare.length < maxSpare) spare.push(block)
      return cid
    },
  }
}

export interface Inspected {
  cid: string
  bytes: number
  found: MediaFinding
}

/**
 * Reads a file once, from front to back, holding no more of it than is looked at: what it is, and its CID. `pass` gets each
 * block on the way, and must not keep it.
 */
export async function inspectFile(
  source: ReadableStream<Uint8Array> | Chunks,
  pass?: (block: Uint8Array) => Promise<void>,
): Promise<Inspected> {
  const spare: Uint8Array[] = []
  const sniffer = createSniffer()
  let bytes = 0
  async function* read() {
    for await (const block of readBlocks(source, blockBytes, spare)) {
      bytes += block.length
      sniffer.write(block)
      await pass?.(block)
      yield block
    }
  }
  const { cid } = await importByteStream(read(), forgetting(spare), { cidVersion: 1, rawLeaves: true })
  return { cid: cid.toString(), bytes, found: sniffer.end() }
}
