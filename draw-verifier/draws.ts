import type { AnchorEntry, EpochTerms } from './draw-records.ts'

/**
 * Formats and rules of verifiable draws (draw-verifier/README.md), for server, page and download. Uses only WebCrypto,
 * so that it runs in browsers, workerd and Node. Bytes are written as upper-case hex.
 */
export type Bytes = Uint8Array<ArrayBuffer>

export const commitmentMemoType = 'opx/draw-epoch/1'
export const anchorMemoType = 'opx/draw-anchor/1'
export const drawMemoFormat = 'application/json'

/** Seconds for which a drawn position is held, from the close time of the beacon. */
export const holdSeconds = 900
/**
 * A request is withheld if it is never anchored, or anchored more than this many ledgers after the ledger in its
 * receipt.
 */
export const maxAnchorDelay = 50
/** Maximum number of requests and withdrawals under one anchor, across all collections. */
export const maxAnchorEntries = 256
/** Number of seeds in one hash chain. */
export const seedsPerChain = 2 ** 20

const leafPrefix = 0x00
const nodePrefix = 0x01
const requestPrefix = 0x02
const withdrawalPrefix = 0x03

const encoder = new TextEncoder()
const textBytes = (text: string): Bytes => encoder.encode(text)

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

export const bytesToHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => digits[byte]).join('')

/** Converts hex to bytes. `hex` must have an even number of hexadecimal digits. */
export function hexToBytes(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return bytes
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Returns a number as four big-endian bytes. */
function u32(value: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

/** Returns a number as eight big-endian bytes. */
function u64(value: bigint): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

async function sha256(...parts: Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concat(parts)))
}

/** Returns the leaf of one position: SHA-256 of 0x00, the position, 32 bytes of salt and the CID of the metadata. */
export const positionLeaf = (position: number, salt: Bytes, metadataCid: string): Promise<Bytes> =>
  sha256(Uint8Array.of(leafPrefix), u32(position), salt, textBytes(metadataCid))

/**
 * Returns the leaf of a request or a withdrawal under an anchor: SHA-256 of its prefix and its fields, one per line.
 */
export const anchorLeaf = (entry: AnchorEntry): Promise<Bytes> =>
  entry.kind === 'request'
    ? sha256(
        Uint8Array.of(requestPrefix),
        textBytes([entry.collection, entry.epoch, entry.number, entry.account].join('\n')),
      )
    : sha256(
        Uint8Array.of(withdrawalPrefix),
        textBytes([entry.collection, entry.epoch, entry.position, entry.leaf].join('\n')),
      )

const innerNode = (left: Bytes, right: Bytes) => sha256(Uint8Array.of(nodePrefix), left, right)

/** Returns the number of leaves in the left subtree: the largest power of two below `count`. Source: RFC 6962, 2.1. */
function splitOf(count: number): number {
  let split = 1
  while (split * 2 < count) split *= 2
  return split
}

/** Returns the root of a tree of at least one leaf, built as in RFC 6962. */
export async function treeRoot(leaves: readonly Bytes[]): Promise<Bytes> {
  const [singleLeaf] = leaves
  if (singleLeaf === undefined) throw new RangeError('A tree has at least one leaf.')
  if (leaves.length === 1) return singleLeaf
  const split = splitOf(leaves.length)
  return innerNode(await treeRoot(leaves.slice(0, split)), await treeRoot(leaves.slice(split)))
}

/** Returns the siblings of a leaf, from the lowest to the highest. */
export async function treePath(leaves: readonly Bytes[], index: number): Promise<Bytes[]> {
  if (leaves.length <= 1) return []
  const split = splitOf(leaves.length)
  return index < split
    ? [...(await treePath(leaves.slice(0, split), index)), await treeRoot(leaves.slice(split))]
    : [...(await treePath(leaves.slice(split), index - split)), await treeRoot(leaves.slice(0, split))]
}

/** Returns the root for a leaf and its path; null if the path length does not match the leaf's index. */
export async function rootOfPath(
  leaf: Bytes,
  { index, count, path }: { index: number; count: number; path: readonly Bytes[] },
): Promise<Bytes | null> {
  if (index < 0 || index >= count) return null
  if (count === 1) return path.length === 0 ? leaf : null
  const sibling = path.at(-1)
  if (sibling === undefined) return null
  const split = splitOf(count)
  const below = path.slice(0, -1)
  if (index < split) {
    const leftNode = await rootOfPath(leaf, { index, count: split, path: below })
    return leftNode === null ? null : innerNode(leftNode, sibling)
  }
  const right = await rootOfPath(leaf, { index: index - split, count: count - split, path: below })
  return right === null ? null : innerNode(sibling, right)
}

/** Returns the root under which an anchor commits to its entries, in this order. */
export const anchorRoot = async (entries: readonly AnchorEntry[]): Promise<Bytes> =>
  treeRoot(await Promise.all(entries.map(anchorLeaf)))

/** Returns the MemoData of an epoch's commitment: JSON without spaces, with the names in this order. */
export const commitmentText = (terms: EpochTerms): string =>
  JSON.stringify({
    collection: terms.collection,
    issuer: terms.issuer,
    taxon: terms.taxon,
    epoch: terms.epoch,
    first: terms.firstNumber,
    count: terms.count,
    price: terms.priceDrops,
    ...(terms.currency === null ? {} : { currency: `${terms.currency.currency}.${terms.currency.issuer}` }),
    root: terms.root,
    key: terms.drawKey,
    tip: terms.chainTip,
    at: terms.chainNumber,
  })

/** Returns the MemoData of an anchor. */
export const anchorText = ({ root, count }: { root: string; count: number }): string =>
  JSON.stringify({ root, count })

/** Returns a memo's text in upper-case hex, as on the ledger. */
export const memoHex = (text: string): string => bytesToHex(textBytes(text))

/** Returns the seed of the previous number; for the first seed, the tip of the chain. */
export const seedBefore = (seed: Bytes): Promise<Bytes> => sha256(seed)

export interface ReceiptFields {
  collection: string
  epoch: number
  number: number
  account: string
  /** The newest validated ledger at the time of the request. */
  requestLedger: number
}

/** Returns the text that the draw key signs for a request. */
export const receiptText = (receipt: ReceiptFields): string =>
  [
    'opx/draw-receipt/1',
    receipt.collection,
    receipt.epoch,
    receipt.number,
    receipt.account,
    receipt.requestLedger,
  ].join('\n')

/**
 * True if the draw key created `signature`; both in hex. Throws if this runtime's WebCrypto does not support Ed25519.
 */
export async function isReceiptOf(drawKey: string, receipt: ReceiptFields, signature: string) {
  const key = await crypto.subtle.importKey('raw', hexToBytes(drawKey), { name: 'Ed25519' }, false, [
    'verify',
  ])
  return crypto.subtle.verify('Ed25519', key, hexToBytes(signature), textBytes(receiptText(receipt)))
}

/**
 * Header of a validated ledger. Hashes in hex, times in seconds of the ledger's epoch. Source: xrpl.org "Ledger
 * Header".
 */
export interface LedgerHeader {
  ledgerIndex: number
  totalDrops: string
  parentHash: string
  transactionHash: string
  accountHash: string
  parentCloseTime: number
  closeTime: number
  closeTimeResolution: number
  closeFlags: number
}

/** `LWR` and a zero byte. Source: xrpl.org "Hash prefixes". */
const headerPrefix = Uint8Array.of(0x4c, 0x57, 0x52, 0x00)

/** Returns the hash of a ledger: the first half of SHA-512 of its header. */
export async function ledgerHash(header: LedgerHeader): Promise<string> {
  const bytes = concat([
    headerPrefix,
    u32(header.ledgerIndex),
    u64(BigInt(header.totalDrops)),
    hexToBytes(header.parentHash),
    hexToBytes(header.transactionHash),
    hexToBytes(header.accountHash),
    u32(header.parentCloseTime),
    u32(header.closeTime),
    Uint8Array.of(header.closeTimeResolution, header.closeFlags),
  ])
  return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-512', bytes)).slice(0, 32))
}

/** The ledger after an anchor's ledger. Its hash decides the draw. */
export interface Beacon {
  ledger: number
  hash: string
  /** In seconds of the ledger's epoch. */
  closeTime: number
}

/** An earlier draw of the same epoch that got a position. */
export interface PlacedDraw {
  number: number
  account: string
  position: number
  beaconCloseTime: number
  /** The validated ledger of the sale; null if there is none. */
  soldLedger: number | null
}

/** State of an epoch at the time of a draw. */
export interface EpochState {
  count: number
  /** Only draws with smaller numbers, in any order. */
  draws: readonly PlacedDraw[]
  /** Withdrawn positions, with the ledger of the anchor that contains the withdrawal. */
  withdrawals: readonly { position: number; ledger: number }[]
}

/** Returns the end of a hold, in seconds of the ledger's epoch. It is also the Expiration of the offer to the buyer. */
export const holdEnd = (beaconCloseTime: number): number => beaconCloseTime + holdSeconds

const isSold = (draw: PlacedDraw, { ledger }: Beacon) => draw.soldLedger !== null && draw.soldLedger <= ledger
const isHeld = (draw: PlacedDraw, { closeTime }: Beacon) => holdEnd(draw.beaconCloseTime) > closeTime

/** Returns the positions that are free at a beacon, in ascending order. */
export function freePositions({ count, draws, withdrawals }: EpochState, beacon: Beacon): number[] {
  const isTaken = new Uint8Array(count)
  for (const draw of draws) if (isSold(draw, beacon) || isHeld(draw, beacon)) isTaken[draw.position] = 1
  for (const { position, ledger } of withdrawals) if (ledger <= beacon.ledger) isTaken[position] = 1
  const free: number[] = []
  for (let position = 0; position < count; position += 1) if (isTaken[position] === 0) free.push(position)
  return free
}

export interface DrawChance {
  seed: Bytes
  beacon: Beacon
  account: string
  number: number
}

/**
 * Returns a uniformly distributed index below `size`: the first four bytes of HMAC-SHA256 with the seed as key, over
 * the beacon's hash, the number, the attempt and the account. A value above the largest multiple of `size` is rejected,
 * and the next attempt counts.
 */
export async function chosenPlace(
  { seed, beacon, account, number }: DrawChance,
  size: number,
): Promise<number> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', seed, algorithm, false, ['sign'])
  const limit = 2 ** 32 - (2 ** 32 % size)
  for (let attempt = 0; ; attempt += 1) {
    const message = concat([hexToBytes(beacon.hash), u32(number), u32(attempt), textBytes(account)])
    const mac = await crypto.subtle.sign('HMAC', key, message)
    const value = new DataView(mac).getUint32(0)
    if (value < limit) return value % size
  }
}

/** Returns the latest lapsed draw of an account. Its position is drawn again while it is free. */
function lapsedDrawOf(account: string, { draws }: EpochState, beacon: Beacon): PlacedDraw | null {
  const lapsedDraws = draws.filter(
    (draw) => draw.account === account && !isSold(draw, beacon) && !isHeld(draw, beacon),
  )
  return lapsedDraws.reduce<PlacedDraw | null>(
    (latest, draw) => (latest === null || draw.number > latest.number ? draw : latest),
    null,
  )
}

/** Returns the position that a number draws; null if no position is free, which is published as "sold out". */
export async function drawOutcome(chance: DrawChance, state: EpochState): Promise<number | null> {
  const free = freePositions(state, chance.beacon)
  if (free.length === 0) return null
  const lapsedDraw = lapsedDrawOf(chance.account, state, chance.beacon)
  if (lapsedDraw !== null && free.includes(lapsedDraw.position)) return lapsedDraw.position
  return free[await chosenPlace(chance, free.length)] ?? null
}
