import { Buffer } from 'node:buffer'
import type { EpochRow } from '#db/queries/draw/epochs.ts'
import { type Bytes, bytesToHex, treePath } from '#draw-verifier/draws.ts'
import type { Context } from '#worker/domain/context.ts'

const idBytes = 16
const saltBytes = 32
const entryBytes = idBytes + saltBytes
const leafBytes = 32

/** The item at a position. */
export interface OrderedItem {
  itemId: string
  salt: Bytes
}

type EpochName = Pick<EpochRow, 'collectionId' | 'number'>

const nameOf = ({ collectionId, number }: EpochName) => `opx/draw-order/1/${collectionId}/${number}`

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

function uuidOf(bytes: Uint8Array): string {
  const hex = hexOf(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Encrypts items and salts by position: the database alone does not reveal which item is at which position. */
export function sealOrder(
  { vault }: Pick<Context, 'vault'>,
  epoch: EpochName,
  order: OrderedItem[],
): Promise<string> {
  const parts = order.flatMap(({ itemId, salt }) => [Buffer.from(itemId.replaceAll('-', ''), 'hex'), salt])
  return vault.seal(Buffer.concat(parts), nameOf(epoch))
}

export async function openOrder(
  { vault }: Pick<Context, 'vault'>,
  epoch: EpochName & Pick<EpochRow, 'sealed'>,
): Promise<OrderedItem[]> {
  const bytes = await vault.unseal(epoch.sealed, nameOf(epoch))
  return Array.from({ length: bytes.length / entryBytes }, (_, position) => {
    const entry = bytes.slice(position * entryBytes, (position + 1) * entryBytes)
    return { itemId: uuidOf(entry.slice(0, idBytes)), salt: entry.slice(idBytes) }
  })
}

/** Packs the leaves, ordered by position, into one text. */
export const packLeaves = (leaves: Bytes[]): string => Buffer.concat(leaves).toString('base64')

export function unpackLeaves(packedLeaves: string): Bytes[] {
  const bytes = new Uint8Array(Buffer.from(packedLeaves, 'base64'))
  return Array.from({ length: bytes.length / leafBytes }, (_, position) =>
    bytes.slice(position * leafBytes, (position + 1) * leafBytes),
  )
}

/** Returns the leaf of a position, and its path to the root of the epoch. */
export async function proofOf({ leaves: packedLeaves }: Pick<EpochRow, 'leaves'>, position: number) {
  const leaves = unpackLeaves(packedLeaves)
  const path = await treePath(leaves, position)
  return { leaf: bytesToHex(leaves[position] ?? new Uint8Array()), path: path.map(bytesToHex) }
}
