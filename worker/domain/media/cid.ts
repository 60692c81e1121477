import { importBytes, type WritableStorage } from 'ipfs-unixfs-importer'

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
