import { createHash } from 'node:crypto'
import {
  type ChainRow,
  findCheckpoint,
  insertChain,
  listUnfinishedChains,
  listWithoutChain,
  storeSlice,
} from '#db/queries/draw/chains.ts'
import type { Executor } from '#db/executor.ts'
import { type Bytes, bytesToHex } from '#draw-verifier/draws.ts'
import type { Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'

/** Sealed seeds are stored at this interval: finding the seed of a number takes at most this many hashes. */
const checkpointEvery = 1024
/** Number of hashes in one slice. Each slice is stored before the next begins. */
const sliceHashes = 16_384
const collectionsAtOnce = 10

const nameOf = (collectionId: string, number: number) => `opx/draw-seed/1/${collectionId}/${number}`

/** Returns the hash of a seed. Does not use WebCrypto, which would need a promise for each of a million hashes. */
const hash = (seed: Uint8Array): Bytes => new Uint8Array(createHash('sha256').update(seed).digest())

/** Starts the chain of a collection at its end, with a random seed. */
export async function beginChain(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  collectionId: string,
  length: number,
): Promise<void> {
  const last = crypto.getRandomValues(new Uint8Array(32))
  const sealedSeed = await vault.seal(last, nameOf(collectionId, length))
  await insertChain(db.http, { collectionId, length, reached: length, sealed: sealedSeed })
}

/** Computes the next slice of a chain and stores it. Safe to repeat: if two workers compute a slice, one stores it. */
export async function makeSlice(
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  chain: ChainRow,
): Promise<void> {
  const { collectionId, reached: reachedNumber, length } = chain
  const checkpoints = reachedNumber === length ? [{ number: length, sealed: chain.sealed }] : []
  const end = Math.max(0, reachedNumber - sliceHashes)
  let seed = await vault.unseal(chain.sealed, nameOf(collectionId, reachedNumber))
  for (let number = reachedNumber - 1; number >= end; number -= 1) {
    seed = hash(seed)
    if (number > 0 && number % checkpointEvery === 0)
      checkpoints.push({ number, sealed: await vault.seal(seed, nameOf(collectionId, number)) })
  }
  const next = {
    reached: end,
    sealed: await vault.seal(seed, nameOf(collectionId, end)),
    tip: end === 0 ? bytesToHex(seed) : null,
  }
  await db.transaction((tx) => storeSlice(tx, chain, next, checkpoints))
}

/**
 * Computes the chains of random collections, slice by slice, so that no request waits for a chain. Part of the cron.
 */
export async function makeChains(context: Context, until: Date): Promise<void> {
  const { db, vault, settings, now } = context
  if (!vault.isOpen) return
  for (const id of await listWithoutChain(db.http, collectionsAtOnce))
    await beginChain(context, id, settings.drawChainLength)
  do {
    const unfinishedChains = await listUnfinishedChains(db.http, collectionsAtOnce)
    if (unfinishedChains.length === 0) return
    await processRows(context, { what: 'draw_chain', until }, unfinishedChains, (chain) =>
      makeSlice(context, chain),
    )
  } while (now() < until)
}

/** Returns the seed of a number up to the length of the chain. Throws an Error if the chain does not contain it. */
export async function seedOf(
  { vault }: Pick<Context, 'vault'>,
  db: Executor,
  collectionId: string,
  number: number,
): Promise<Bytes> {
  const checkpoint = await findCheckpoint(db, collectionId, number)
  if (checkpoint === null) throw new Error(`The chain of ${collectionId} has no seed ${number}.`)
  let seed: Bytes = await vault.unseal(checkpoint.sealed, nameOf(collectionId, checkpoint.number))
  for (let at = checkpoint.number; at > number; at -= 1) seed = hash(seed)
  return seed
}
