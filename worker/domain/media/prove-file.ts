import { exporter, type UnixFSEntry } from 'ipfs-unixfs-exporter'
import { equals } from 'multiformats/bytes'
import { CID } from 'multiformats/cid'
import { identity } from 'multiformats/hashes/identity'
import { sha256 } from 'multiformats/hashes/sha2'
import { varint } from 'multiformats'
import { joinChunks } from '#worker/ledger/bounded-body.ts'
import type { ProvenFile, ProvenStream } from '#worker/ports/ipfs/port.ts'

/** Blocks have at most 2 MiB on the public network. Source: specs.ipfs.tech "Trustless Gateway". */
const maxBlockBytes = 2 * 1024 * 1024 + 1024
const maxFileBytes = 8 * 1024 * 1024
/** Blocks up to this size may list other blocks, so they are cached: a list of 1,024 blocks has 50 KB. */
const maxListBytes = 64 * 1024
const maxListsBytes = 16 * 1024 * 1024
/** Larger blocks contain the file's bytes. They are cached until newer blocks replace them. */
const maxContentBytes = 12 * 1024 * 1024
/** Maximum depth of blocks. Files of any realistic size have fewer levels. */
const maxLevels = 12
/** Minimum average block size, except for files with few blocks. */
const leastBlockBytes = 1024
const fewBlocks = 1000

/** A block whose bytes do not match its CID. */
export class WrongBlock extends Error {}

/**
 * Yields the sections of a CAR (version 1) one after another, without the header. Source:
 * ipld.io/specs/transport/car/carv1.
 */
async function* sectionsOf(car: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bufferedBytes = 0
  let sectionEnd = 0
  let isHeader = true
  for await (const chunk of car) {
    chunks.push(chunk)
    bufferedBytes += chunk.length
    if (bufferedBytes < sectionEnd) continue
    let bytes = joinChunks(chunks.splice(0), bufferedBytes)
    for (;;) {
      const isLengthWhole = bytes.subarray(0, 10).some((byte) => byte < 0x80)
      if (!isLengthWhole && bytes.length >= 10) throw new Error('The CAR is not well-formed.')
      if (!isLengthWhole) break
      const [length, lengthBytes] = varint.decode(bytes)
      if (length > maxBlockBytes) throw new Error('The CAR has too large a block.')
      sectionEnd = lengthBytes + length
      if (bytes.length < sectionEnd) break
      if (!isHeader) yield bytes.subarray(lengthBytes, sectionEnd)
      isHeader = false
      bytes = bytes.subarray(sectionEnd)
      sectionEnd = 0
    }
    if (bytes.length > 0) chunks.push(bytes)
    bufferedBytes = bytes.length
  }
  if (bufferedBytes > 0) throw new Error('The CAR is cut short.')
}

/** Caches blocks that were read and may be needed soon, up to a number of bytes. */
function createShelf(maxBytes: number) {
  const blocks = new Map<string, Uint8Array>()
  let bytes = 0
  return {
    find: (name: string) => blocks.get(name),
    put(name: string, block: Uint8Array) {
      if (blocks.has(name)) return
      blocks.set(name, Uint8Array.from(block))
      bytes += block.length
      for (const [oldest, { length }] of blocks) {
        if (bytes <= maxBytes) break
        blocks.delete(oldest)
        bytes -= length
      }
    },
  }
}

/** Returns the blocks of a CAR by CID. Each block is read from the CAR when needed, and compared with its CID. */
function blocksOf(car: AsyncIterable<Uint8Array>) {
  const sections = sectionsOf(car)
  const lists = createShelf(maxListsBytes)
  const contents = createShelf(maxContentBytes)
  const find = (name: string) => lists.find(name) ?? contents.find(name)
  let turn: Promise<unknown> = Promise.resolve()

  async function readUntil(name: string): Promise<Uint8Array> {
    for (let block = find(name); ; block = find(name)) {
      if (block !== undefined) return block
      const next = await sections.next()
      if (next.done === true) throw new Error(`The CAR has no block ${name}.`)
      const [cid, bytes] = CID.decodeFirst(next.value)
      const { code, digest } = cid.multihash
      if (code === identity.code) continue
      if (code !== sha256.code) throw new Error('The hash is not SHA-256.')
      if (!equals((await sha256.digest(bytes)).digest, digest))
        throw new WrongBlock(`Block ${cid.toString()} has other bytes.`)
      const shelf = bytes.length > maxListBytes ? contents : lists
      shelf.put(cid.toString(), bytes)
    }
  }

  return {
    async *get(cid: CID): AsyncGenerator<Uint8Array> {
      if (cid.multihash.code === identity.code) {
        yield cid.multihash.digest
        return
      }
      // Allows one reader at a time: the next block of the CAR goes to the reader that has waited longest.
      const block = turn.then(() => readUntil(cid.toString()))
      turn = block
      yield await block
    },
    close: () => sections.return(undefined),
  }
}

interface Part {
  first: number
  last: number
}

type Blocks = ReturnType<typeof blocksOf>

/**
 * Yields the bytes of a file from `first` to `last`, reading one block at a time. The exporter's own reader prefetches,
 * which would load a large file into memory. The number of blocks is limited, because a few blocks can refer to each
 * other any number of times.
 */
async function* contentOf(
  blocks: Blocks,
  root: UnixFSEntry,
  { first, last }: Part,
): AsyncGenerator<Uint8Array> {
  let blocksLeft = fewBlocks + Math.ceil((last - first) / leastBlockBytes)

  async function* walk(entry: UnixFSEntry, start: number, level: number): AsyncGenerator<Uint8Array> {
    if (entry.type === 'raw') {
      yield entry.node.subarray(Math.max(0, first - start), last + 1 - start)
      return
    }
    if (entry.type !== 'file' || level > maxLevels) throw new Error('The block is no part of a file.')
    const { data = new Uint8Array(), blockSizes } = entry.unixfs
    const links = entry.node.Links
    if (links.length !== blockSizes.length) throw new Error('A list of blocks lacks their sizes.')
    if (data.length > 0) yield data.subarray(Math.max(0, first - start), Math.max(0, last + 1 - start))
    let at = start + data.length
    for (const [place, { Hash }] of links.entries()) {
      const size = Number(blockSizes[place])
      if (size > 0 && at <= last && at + size > first) {
        blocksLeft -= 1
        if (blocksLeft < 0) throw new Error('The file has too many blocks.')
        const child = await exporter(Hash, blocks, { offline: true })
        if (Number(child.size) !== size) throw new Error('A block has another size than its list says.')
        yield* walk(child, at, level + 1)
      }
      at += size
    }
  }

  yield* walk(root, 0, 0)
}

const wholeOf = ({ size }: UnixFSEntry): Part => ({ first: 0, last: Number(size) - 1 })

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    parts.push(chunk)
    bytes += chunk.length
    // A few blocks that are used repeatedly can form a file of any size.
    if (bytes > maxFileBytes) throw new Error('The file is too large.')
  }
  return joinChunks(parts, bytes)
}

/**
 * Reads the file at an IPFS path from the blocks of a CAR. Compares each block with its CID, from the root to the last
 * byte, so the bytes match the path. Throws WrongBlock. Any other error proves nothing.
 */
export async function proveFile(car: AsyncIterable<Uint8Array>, path: string): Promise<ProvenFile> {
  const blocks = blocksOf(car)
  try {
    const entry = await exporter(path, blocks, { offline: true })
    if (entry.type === 'directory') return 'folder'
    if (entry.type === 'object') return 'unproven'
    return await readAll(contentOf(blocks, entry, wholeOf(entry)))
  } catch (error) {
    if (error instanceof WrongBlock) throw error
    return 'unproven'
  } finally {
    await blocks.close()
  }
}

async function* prependBlock(firstBlock: Uint8Array, rest: AsyncIterable<Uint8Array>, blocks: Blocks) {
  try {
    yield new Uint8Array()
    yield firstBlock
    yield* rest
  } finally {
    await blocks.close()
  }
}

/**
 * Streams a large file, or a part of one, and compares its blocks while they pass: a wrong block ends the stream.
 * Returns null if the first blocks prove nothing. The CAR must contain the blocks in the order of the file
 * (`order=dfs`, `dups=y`).
 */
export async function proveStream(
  car: AsyncIterable<Uint8Array>,
  path: string,
  part: Part | null,
): Promise<ProvenStream | null> {
  const blocks = blocksOf(car)
  try {
    const entry = await exporter(path, blocks, { offline: true })
    if (entry.type !== 'file' && entry.type !== 'raw') return null
    const bytes = Number(entry.size)
    const range = part ?? wholeOf(entry)
    if (!Number.isSafeInteger(bytes) || range.last >= bytes) return null
    const chunks = contentOf(blocks, entry, range)
    const firstBlock = await chunks.next()
    if (firstBlock.done === true) return null
    const stream = prependBlock(firstBlock.value, chunks, blocks)
    // Starts the generator: a generator that has not started would not close the CAR when it ends.
    await stream.next()
    return { bytes, chunks: stream }
  } catch (error) {
    await blocks.close()
    if (error instanceof WrongBlock) throw error
    return null
  }
}

/**
 * Resolves an IPFS path in folders to the CID of the file, from the blocks of a CAR; null if the blocks do not lead to
 * it.
 */
export async function resolvePath(car: AsyncIterable<Uint8Array>, path: string): Promise<string | null> {
  const blocks = blocksOf(car)
  try {
    return (await exporter(path, blocks, { offline: true })).cid.toString()
  } catch {
    return null
  } finally {
    await blocks.close()
  }
}
