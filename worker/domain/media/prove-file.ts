import { exporter } from 'ipfs-unixfs-exporter'
import { equals } from 'multiformats/bytes'
import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { sha256 } from 'multiformats/hashes/sha2'
import { varint } from 'multiformats'
import { joinChunks } from '#worker/ledger/bounded-body.ts'
import type { ProvenFile } from '#worker/ports/ipfs/port.ts'

/** Blocks have at most 2 MiB on the public network. Source: specs.ipfs.tech "Trustless Gateway". */
const maxBlockBytes = 2 * 1024 * 1024 + 1024
const maxBlocks = 4096
const maxFileBytes = 8 * 1024 * 1024

/** A block that is not what its CID says. */
export class WrongBlock extends Error {}

/** Reads the blocks of a CAR (version 1) by CID, without verifying them. Source: ipld.io/specs/transport/car/carv1. */
function readCar(car: Uint8Array): Map<string, Uint8Array> {
  const blocks = new Map<string, Uint8Array>()
  let isHeader = true
  for (let at = 0; at < car.length; isHeader = false) {
    const [length, lengthBytes] = varint.decode(car, at)
    const start = at + lengthBytes
    const section = car.subarray(start, start + length)
    if (section.length < length || length > maxBlockBytes || blocks.size >= maxBlocks)
      throw new Error('The CAR is cut short, or too large.')
    at = start + length
    if (isHeader) continue
    const [cid, block] = CID.decodeFirst(section)
    blocks.set(cid.toString(), block)
  }
  return blocks
}

/** Blocks are compared with their CID when they are used. */
function storeOf(blocks: Map<string, Uint8Array>) {
  return {
    async *get(cid: CID): AsyncGenerator<Uint8Array> {
      const { code, digest } = cid.multihash
      if (code === identity.code) {
        yield digest
        return
      }
      const block = blocks.get(cid.toString())
      if (block === undefined) throw new Error(`The CAR has no block ${cid.toString()}.`)
      if (code !== sha256.code) throw new Error('The hash is not SHA-256.')
      if (!equals((await sha256.digest(block)).digest, digest))
        throw new WrongBlock(`Block ${cid.toString()} has other bytes.`)
      yield block
    },
  }
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
  }
  return joinChunks(parts, bytes)
}

async function* limited(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of content) {
    bytes += chunk.length
    // A few blocks that are used again and again are a file of any size.
    if (bytes > maxFileBytes) throw new Error('The file is too large.')
    yield chunk
  }
}

/**
 * Reads the file at an IPFS path from the blocks of a CAR. Each block is compared with its CID, from the root to the last byte,
 * so the bytes are those that the path names. Throws WrongBlock. Any other error proves nothing.
 */
export async function proveFile(blocks: AsyncIterable<Uint8Array>, path: string): Promise<ProvenFile> {
  try {
    const entry = await exporter(path, storeOf(readCar(await readAll(blocks))), { offline: true })
    if (entry.type === 'directory') return 'folder'
    if (entry.type === 'object') return 'unproven'
    return await readAll(limited(entry.content({ blockReadConcurrency: 1 })))
  } catch (error) {
    if (error instanceof WrongBlock) throw error
    return 'unproven'
  }
}

/** The CID of the file at an IPFS path in folders, from the blocks of a CAR; null when they do not lead to it. */
export async function resolvePath(blocks: AsyncIterable<Uint8Array>, path: string): Promise<string | null> {
  try {
    const entry = await exporter(path, storeOf(readCar(await readAll(blocks))), { offline: true })
    return entry.cid.toString()
  } catch {
    return null
  }
}
