import * as v from 'valibot'
import { Currency, Drops } from '#contract/schemas/amounts.ts'
import { classicAddressPattern } from '#contract/rules/ledger.ts'
import { CollectionId, page } from '#contract/schemas/lists.ts'
import { Media } from '#contract/schemas/media.ts'
import { peopleField } from '#contract/schemas/people.ts'

/** 32 bytes. */
const Hash = v.pipe(v.string(), v.regex(/^[0-9A-F]{64}$/))
const Signature = v.pipe(v.string(), v.regex(/^[0-9A-F]{128}$/))
const Address = v.pipe(v.string(), v.regex(classicAddressPattern))
const Whole = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1))
const Path = v.pipe(v.array(Hash), v.maxLength(32))
const Cid = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,128}$/))

/** Terms that an epoch commits to: the items of a collection at one price, in a secret order. */
const epochTerms = {
  collection: CollectionId,
  issuer: Address,
  taxon: Whole,
  /** Number of the epoch in its collection: 1, 2, 3 and so on. */
  epoch: Whole,
  /** Draw numbers count from 1 and continue across the epochs of a collection. */
  firstNumber: Whole,
  count: v.pipe(Whole, v.minValue(1), v.maxValue(1_000_000)),
  /** The price in drops of XRP, or in millionths of the currency. */
  priceDrops: Drops,
  /** Null for XRP. */
  currency: v.optional(v.nullable(Currency), null),
  root: Hash,
  /** Ed25519 public key, 32 bytes. */
  drawKey: Hash,
  /** The seed of `chainNumber`, a number below the first number of the epoch. All later seeds hash down to this one. */
  chainTip: Hash,
  chainNumber: Whole,
}
const EpochTerms = v.object(epochTerms)
export type EpochTerms = v.InferOutput<typeof EpochTerms>

export const DrawEpoch = v.object({
  ...epochTerms,
  commitmentTxid: Hash,
  commitmentLedger: Whole,
})
export type DrawEpoch = v.InferOutput<typeof DrawEpoch>

export const AnchorEntry = v.variant('kind', [
  v.object({
    kind: v.literal('request'),
    collection: CollectionId,
    epoch: Whole,
    number: Whole,
    account: Address,
  }),
  v.object({
    kind: v.literal('withdrawal'),
    collection: CollectionId,
    epoch: Whole,
    position: Whole,
    leaf: Hash,
    /** Path from the leaf to the root of the epoch. */
    path: Path,
  }),
])
export type AnchorEntry = v.InferOutput<typeof AnchorEntry>

/** One transaction of the marketplace, with all its entries in order, including entries of other collections. */
export const DrawAnchor = v.object({
  txid: Hash,
  ledger: Whole,
  entries: v.pipe(v.array(AnchorEntry), v.minLength(1), v.maxLength(256)),
})
export type DrawAnchor = v.InferOutput<typeof DrawAnchor>

/**
 * `waiting` for its anchor, `anchored` and waiting for its position, `held` for its buyer, `sold`, `lapsed` (offered
 * and not paid in time), `withheld` (not anchored or not offered in time), or `sold_out` (nothing was free).
 */
export const drawStates = ['waiting', 'anchored', 'held', 'sold', 'lapsed', 'withheld', 'sold_out'] as const

/** Data that is published after the validated sale. */
export const DrawReveal = v.object({
  salt: Hash,
  metadataCid: Cid,
  /** Path from the leaf to the root of the epoch. */
  path: Path,
  nftokenID: Hash,
  mintTxid: Hash,
  saleTxid: Hash,
})
export type DrawReveal = v.InferOutput<typeof DrawReveal>

export const Draw = v.object({
  number: v.pipe(Whole, v.minValue(1)),
  epoch: Whole,
  account: Address,
  /** The newest validated ledger at the time of the request, as in the receipt. */
  requestLedger: Whole,
  receipt: Signature,
  state: v.picklist(drawStates),
  anchorTxid: v.nullable(Hash),
  beaconLedger: v.nullable(Whole),
  beaconHash: v.nullable(Hash),
  /** Published together with the position. */
  seed: v.nullable(Hash),
  /** Null before the draw, and if everything is sold out. */
  position: v.nullable(Whole),
  /** The marketplace's NFTokenMint or NFTokenCreateOffer to the buyer. */
  offerTxid: v.nullable(Hash),
  reveal: v.nullable(DrawReveal),
  /** Time of the request (ISO 8601). */
  date: v.string(),
  /** Name of the work, after the sale. */
  workName: v.nullable(v.string()),
  /** Picture of the work, after the sale. Null or absent if it has none. */
  workImage: v.optional(v.nullable(Media)),
})
export type Draw = v.InferOutput<typeof Draw>

/**
 * Newest first. `marker` is the number, epoch or ledger of the last entry, and the next page begins below it; -1 after
 * the last page.
 */
export const DrawsQuery = v.object({ id: CollectionId, marker: page.marker })
export type DrawsQuery = v.InferOutput<typeof DrawsQuery>

export const DrawsReply = v.object({
  collection: v.object({ id: CollectionId, name: v.string(), issuer: Address, taxon: Whole }),
  /** The account that commits, anchors, mints and offers. */
  marketplace: Address,
  /** The last validated ledger that the reply takes into account. */
  ledgerIndex: Whole,
  counts: v.object({
    draws: Whole,
    sold: Whole,
    held: Whole,
    lapsed: Whole,
    withheld: Whole,
    soldOut: Whole,
  }),
  draws: v.pipe(v.array(Draw), v.maxLength(1000)),
  marker: v.number(),
  ...peopleField,
})
export type DrawsReply = v.InferOutput<typeof DrawsReply>

/** All anchors from the collection's first commitment to its last entry. */
export const DrawAnchorsReply = v.object({
  anchors: v.pipe(v.array(DrawAnchor), v.maxLength(1000)),
  marker: v.number(),
})
export type DrawAnchorsReply = v.InferOutput<typeof DrawAnchorsReply>

export const DrawEpochsReply = v.object({
  epochs: v.pipe(v.array(DrawEpoch), v.maxLength(1000)),
  marker: v.number(),
})
export type DrawEpochsReply = v.InferOutput<typeof DrawEpochsReply>
