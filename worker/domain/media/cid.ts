import { importBytes, type WritableStorage } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'

/** Discards blocks, because only the CID of the root is needed. */
const discardingStorage: WritableStorage = { put: (cid) => cid }

/**
 * Returns the CIDv1 that IPFS gives a file with the usual settings (256 KiB chunks, 174 links, raw leaves), as Kubo's
 * `add --cid-version=1` does. Source: specs.ipfs.tech "UnixFS".
 */
export async function cidOf(bytes: Uint8Array): Promise<string> {
  const { cid } = await importBytes(bytes, discardingStorage, { cidVersion: 1, rawLeaves: true })
  return cid.toString()
}

/** The common ways to chunk files: Kubo's two, and the one of web3.storage and similar services. */
const chunkingVariants = [
  { rawLeaves: true, chunkSize: 262_144, links: 174 },
  { rawLeaves: false, chunkSize: 262_144, links: 174 },
  { rawLeaves: true, chunkSize: 1_048_576, links: 1024 },
  { rawLeaves: true, chunkSize: 1_048_576, links: 174 },
] as const

/** Returns the CIDs of bytes with one way of chunking, in every CID version. */
async function cidsOf(bytes: Uint8Array, way: (typeof chunkingVariants)[number]): Promise<string[]> {
  const { cid } = await importBytes(bytes, discardingStorage, {
    cidVersion: 1,
    rawLeaves: way.rawLeaves,
    chunker: fixedSize({ chunkSize: way.chunkSize }),
    layout: balanced({ maxChildrenPerNode: way.links }),
  })
  // Version 0 is never a raw block.
  return cid.code === 0x70 ? [cid.toString(), cid.toV0().toString()] : [cid.toString()]
}

/** Returns true if bytes match a CID, with any of the common ways of chunking. */
export async function cidMatches(bytes: Uint8Array, cid: string): Promise<boolean> {
  for (const way of chunkingVariants) if ((await cidsOf(bytes, way)).includes(cid)) return true
  return false
}
