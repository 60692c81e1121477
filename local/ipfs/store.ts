import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { FsBlockstore } from 'blockstore-fs'
import { type UnixFSEntry, exporter } from 'ipfs-unixfs-exporter'
import { importer } from 'ipfs-unixfs-importer'
import { fixedSize } from 'ipfs-unixfs-importer/chunker'
import { balanced } from 'ipfs-unixfs-importer/layout'
import { equals } from 'multiformats/bytes'
import type { CID } from 'multiformats/cid'
import { sha256 } from 'multiformats/hashes/sha2'
import { codeOf } from '#local/lib/stack-error.ts'

export interface Added {
  cid: string
  /** Size of the whole graph in bytes, as reported by Kubo. */
  size: bigint
}

export interface PathBlock {
  cid: CID
  block: Uint8Array
}

export interface IpfsStore {
  add: (content: AsyncIterable<Uint8Array>, pin: boolean) => Promise<Added>
  pins: () => string[]
  /** Removes a pin; the blocks remain. Returns false if there is no pin. */
  unpin: (cid: string) => Promise<boolean>
  /** Adds a folder of files. */
  addFolder: (files: { path: string; content: Uint8Array }[], pin: boolean) => Promise<Added>
  /** Stores blocks with the right hash and pins their root. Throws Error if a block is wrong or missing. */
  importBlocks: (root: CID, blocks: { cid: CID; block: Uint8Array }[]) => Promise<void>
  open: (path: string) => Promise<UnixFSEntry>
  block: (cid: CID) => Promise<Uint8Array>
  /** Returns the blocks from the root of a path to its end; null if a block is missing. */
  walk: (path: string) => Promise<{ path: PathBlock[]; isFolder: boolean } | null>
  close: () => Promise<void>
}

/**
 * Opens a store for blocks and pins in a folder. Files are chunked and linked like in Kubo, so that the CIDs are the
 * same as on the public network.
 */
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
  async function readBlock(cid: CID): Promise<Uint8Array> {
    const chunks: Uint8Array[] = []
    for await (const chunk of blocks.get(cid)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async function pinRoot(cid: string): Promise<void> {
    if (pins.has(cid)) return
    pins.add(cid)
    await appendFile(pinFile, `${cid}\n`)
  }

  const layout = {
    cidVersion: 1,
    rawLeaves: true,
    chunker: fixedSize({ chunkSize: 262_144 }),
    layout: balanced({ maxChildrenPerNode: 174 }),
  } as const

  return {
    block: readBlock,
    walk: async (name) => {
      // All blocks on the path: folders, parts of large folders, and the target.
      const path: PathBlock[] = []
      try {
        const entry = await exporter(name, {
          async *get(cid: CID) {
            const bytes = await readBlock(cid)
            path.push({ cid, block: bytes })
            yield bytes
          },
        })
        return { path, isFolder: entry.type === 'directory' }
      } catch {
        return null
      }
    },
    addFolder: async (files, pin) => {
      let addResult: Added | null = null
      const options = { ...layout, wrapWithDirectory: true }
      for await (const { cid, size } of importer(files, blocks, options))
        addResult = { cid: cid.toString(), size }
      if (addResult === null) throw new Error('Nothing was added.')
      if (pin) await pinRoot(addResult.cid)
      return addResult
    },
    importBlocks: async (root, newBlock) => {
      for (const { cid, block: bytes } of newBlock) {
        if (!equals((await sha256.digest(bytes)).digest, cid.multihash.digest))
          throw new Error(`Block ${cid.toString()} has another hash.`)
        await blocks.put(cid, bytes)
      }
      const entry = await exporter(root.toString(), blocks)
      if (entry.type === 'file') for await (const chunk of entry.content()) void chunk
      await pinRoot(root.toString())
    },
    add: async (content, pin) => {
      let addResult: Added | null = null
      const files = importer([{ content }], blocks, { ...layout, wrapWithDirectory: false })
      for await (const file of files) addResult = { cid: file.cid.toString(), size: file.size }
      if (addResult === null) throw new Error('Nothing was added.')
      if (pin) await pinRoot(addResult.cid)
      return addResult
    },
    pins: () => [...pins],
    unpin: async (cid) => {
      const wasPinned = pins.delete(cid)
      if (wasPinned) await writeFile(pinFile, [...pins].map((name) => `${name}\n`).join(''))
      return wasPinned
    },
    open: (name) => exporter(name, blocks),
    close: async () => {
      await blocks.close()
    },
  }
}
