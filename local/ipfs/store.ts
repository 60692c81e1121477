import { appendFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { FsBlockstore } from 'blockstore-fs'
import { type UnixFSEntry, exporter } from 'ipfs-unixfs-exporter'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { codeOf } from '#local/lib/stack-error.ts'

export interface Added {
  cid: string
  /** Bytes of the whole graph, as reported by Kubo. */
  size: bigint
}

export interface IpfsStore {
  add: (content: AsyncIterable<Uint8Array>, pin: boolean) => Promise<Added>
  pins: () => string[]
  open: (path: string) => Promise<UnixFSEntry>
  close: () => Promise<void>
}

/** Blocks and pins in a folder. Chunks and links are like Kubo's, so the CIDs are the same as on the public network. */
export async function openStore(dir: string): Promise<IpfsStore> {
  await mkdir(dir, { recursive: true })
  const blocks = new FsBlockstore(path.join(dir, 'blocks'))
  await blocks.open()
  const pinFile = path.join(dir, 'pins.txt')
  const pins = new Set<string>()
  try {
    for (const line of (await readFile(pinFile, 'utf8')).split('\n')) if (line !== '') pins.add(line)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return {
    add: async (content, pin) => {
      let added: Added | null = null
      const files = importer([{ content }], blocks, {
        cidVersion: 1,
        rawLeaves: true,
        chunker: fixedSize({ chunkSize: 262_144 }),
        layout: balanced({ maxChildrenPerNode: 174 }),
        wrapWithDirectory: false,
      })
      for await (const file of files) added = { cid: file.cid.toString(), size: file.size }
      if (added === null) throw new Error('Nothing was added.')
      if (pin && !pins.has(added.cid)) {
        pins.add(added.cid)
        await appendFile(pinFile, `${added.cid}\n`)
      }
      return added
    },
    pins: () => [...pins],
    open: (name) => exporter(name, blocks),
    close: async () => {
      await blocks.close()
    },
  }
}
