import { sentence, type Sentence } from '#contract/words/sentence.ts'
import { lockChain } from '#db/queries/draw/chains.ts'
import {
  closeEpochs,
  type EpochItem,
  insertEpoch,
  listEpochsDue,
  lockUnsoldItems,
  readEpochState,
} from '#db/queries/draw/epochs.ts'
import { endDraws } from '#db/queries/random/results.ts'
import type { Executor } from '#db/executor.ts'
import { bytesToHex, positionLeaf, treeRoot } from '#draw-verifier/draws.ts'
import { Refusal } from '#contract/words/refusal.ts'
import { requireIssuer } from '#worker/domain/collection/own-collection.ts'
import type { Actor, Context } from '#worker/domain/context.ts'
import { processRows } from '#worker/domain/stages.ts'
import { seedOf } from './chain.ts'
import { commitEpochs } from './commit-epochs.ts'
import { drawKeyName } from './receipt.ts'
import { requireVault } from './require-vault.ts'
import { packLeaves, sealOrder } from './sealed-order.ts'
import { shuffle } from './shuffle.ts'

/** Maximum number of different prices in the draws of a collection. The lowest prices count. */
const maxPrices = 24
const collectionsAtOnce = 20
/** Milliseconds for which the issuer's call advances the commitments. After that, the cron continues. */
const commitMs = 5000

interface EpochPlan {
  collectionId: string
  number: number
  /** Number of the epoch's first draw. */
  firstNumber: number
  /** The seed of the previous number. */
  tip: string
  priceDrops: bigint
}

function byPrice(items: EpochItem[]): [priceDrops: bigint, items: EpochItem[]][] {
  const groups = new Map<bigint, EpochItem[]>()
  for (const item of items) groups.set(item.priceDrops, [...(groups.get(item.priceDrops) ?? []), item])
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxPrices)
}

/** Creates an epoch: puts items into a new secret order. */
async function makeEpoch(context: Context, tx: Executor, plan: EpochPlan, items: EpochItem[]): Promise<void> {
  const { collectionId, number, firstNumber, tip, priceDrops } = plan
  const order = shuffle(items).map(({ id, cid }) => ({
    itemId: id,
    cid,
    salt: crypto.getRandomValues(new Uint8Array(32)),
  }))
  const leaves = await Promise.all(order.map(({ cid, salt }, position) => positionLeaf(position, salt, cid)))
  const row = {
    collectionId,
    number,
    state: 'committing' as const,
    firstNumber,
    count: items.length,
    priceDrops,
    // All works for sale in a collection have the same currency.
    currency: items[0]?.currency ?? null,
    root: bytesToHex(await treeRoot(leaves)),
    drawKey: await context.vault.publicKey(drawKeyName(collectionId, number)),
    tip,
    leaves: packLeaves(leaves),
    sealed: await sealOrder(context, plan, order),
  }
  await insertEpoch(
    tx,
    row,
    items.map(({ id }) => id),
  )
}

type Started = 'started' | 'no_chain' | 'committing' | 'busy' | 'nothing_new'

/**
 * Starts new epochs with all unsold items of a collection, one epoch per price, while no draw is open. Requests wait
 * for the same lock, so none can interfere.
 */
function startEpochs(context: Context, collectionId: string): Promise<Started> {
  return context.db.transaction(async (tx) => {
    const chain = await lockChain(tx, collectionId)
    if (chain === null || chain.tip === null) return 'no_chain'
    await endDraws(tx)
    const state = await readEpochState(tx, collectionId)
    if (state?.committing === true) return 'committing'
    if (state === null || state.busy) return 'busy'
    if (!state.waiting) return 'nothing_new'
    const items = byPrice(await lockUnsoldItems(tx, collectionId))
    const firstNumber = chain.nextNumber
    const tip =
      firstNumber === 1 ? chain.tip : bytesToHex(await seedOf(context, tx, collectionId, firstNumber - 1))
    await closeEpochs(tx, collectionId)
    for (const [place, [priceDrops, ofPrice]] of items.entries()) {
      const number = state.last + 1 + place
      await makeEpoch(context, tx, { collectionId, number, firstNumber, tip, priceDrops }, ofPrice)
    }
    return 'started'
  })
}

const words: Record<Exclude<Started, 'started'>, Sentence> = {
  no_chain: sentence('The draws of this collection are being prepared. Please try again in a minute.'),
  committing: sentence(
    'New draws for this collection are being committed on the ledger. Please try again in a few seconds.',
  ),
  busy: sentence(
    'A draw in this collection is open, or was left unpaid a few minutes ago. Please try again when it has ended.',
  ),
  nothing_new: sentence('Every item with a price can already be drawn.'),
}

/**
 * Starts new epochs at the issuer's request. Throws Refusal: not_found, forbidden, draws_unavailable, collection_busy.
 */
export async function startEpochOf(context: Context, actor: Actor, collectionId: string): Promise<void> {
  await requireIssuer(context, actor, collectionId)
  requireVault(context)
  const startedEpochs = await startEpochs(context, collectionId)
  if (startedEpochs !== 'started') throw new Refusal('collection_busy', words[startedEpochs])
  await commitEpochs(context, new Date(context.now().getTime() + commitMs))
}

/** Starts epochs for waiting items, at most once an hour per collection. Part of the cron. */
export async function startDueEpochs(context: Context, until: Date): Promise<void> {
  const { db, vault } = context
  if (!vault.isOpen) return
  const collections = await listEpochsDue(db.http, collectionsAtOnce)
  await processRows(context, { what: 'draw_epochs', until }, collections, (id) => startEpochs(context, id))
  if (collections.length > 0) await commitEpochs(context, until)
}
