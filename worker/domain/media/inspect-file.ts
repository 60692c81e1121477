import { importByteStream, type WritableStorage } from 'ipfs-unixfs-importer'
import type { MediaFinding } from '#contract/rules/media-files.ts'
import { type Chunks, readBlocks } from './read-blocks.ts'
import { createSniffer } from './sniff-media.ts'

/** IPFS's chunk size, so that each block is hashed without splitting. */
const blockBytes = 256 * 1024
const maxSpare = 16

/** Discards blocks, because only the root's CID is needed. The memory of a hashed block is reused. */
function createDiscardingStorage(spare: Uint8Array[]): WritableStorage {
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
  finding: MediaFinding
}

/**
 * Detects the type and CID of a file in one pass, with only the current block in memory. `pass` receives each block,
 * which it must not use afterwards.
 */
export async function inspectFile(
  source: ReadableStream<Uint8Array> | Chunks,
  pass?: (block: Uint8Array) => Promise<void>,
  /** False for a CID of version 0, as older tools create it. */
  rawLeaves = true,
): Promise<Inspected> {
  const spare: Uint8Array[] = []
  const sniffer = createSniffer()
  let bytes = 0
  async function* readChunks() {
    for await (const block of readBlocks(source, blockBytes, spare)) {
      bytes += block.length
      await sniffer.write(block)
      await pass?.(block)
      yield block
    }
  }
  const { cid } = await importByteStream(readChunks(), createDiscardingStorage(spare), {
    cidVersion: 1,
    rawLeaves,
  })
  return { cid: rawLeaves ? cid.toString() : cid.toV0().toString(), bytes, finding: sniffer.end() }
}
