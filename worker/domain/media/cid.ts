import { importBytes, type WritableStorage } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'

/** Takes blocks and forgets them: only the root's name is wanted. */
const nowhere: WritableStorage = { put: (cid) => cid }

/**
 * The CIDv1 that IPFS gives a file with its usual settings (256 KiB chunks, 174 links, raw leaves), as Kubo's
 * `add --cid-version=1` does. Source: specs.ipfs.tech "UnixFS".
 */
export async function cidOf(bytes: Uint8Array): Promise<string> {
  const { cid } = await importBytes(bytes, nowhere, { cidVersion: 1, rawLeaves: true })
  return cid.toString()
}

/** How the world cuts files: Kubo's two ways, and the one of web3.storage and its kin. */
const waysToCut = [
  { rawLeaves: true, chunkSize: 262_144, links: 174 },
  { rawLeaves: false, chunkSize: 262_144, links: 174 },
  { rawLeaves: true, chunkSize: 1_048_576, links: 1024 },
  { rawLeaves: true, chunkSize: 1_048_576, links: 174 },
] as const

/** The hash that is in a CID, whatever the CID's version. */
async function cidsOf(bytes: Uint8Array, way: (typeof waysToCut)[number]): Promise<string[]> {
  const { cid } = await importBytes(bytes, nowhere, {
    cidVersion: 1,
    rawLeaves: way.rawLeaves,
    chunker: fixedSize({ chunkSize: way.chunkSize }),
    layout: balanced({ maxChildrenPerNode: way.links }),
  })
  // Version 0 exists for what is no raw block only.
  return cid.code === 0x70 ? [cid.toString(), cid.toV0().toString()] : [cid.toString()]
}

/** Whether bytes are what a CID names, cut in any way that is usual. */
export async function cidMatches(bytes: Uint8Array, cid: string): Promise<boolean> {
  for (const way of waysToCut) if ((await cidsOf(bytes, way)).includes(cid)) return true
  return false
}
