import type { Wallet } from 'xrpl'
import type { Json } from '#local/lib/rpc.ts'
import type { Chance } from './chance.ts'
import type { Truth } from './truth.ts'

export interface Cast {
  people: Wallet[]
  marketplace: Wallet
  /** Issuers of currencies. */
  gate: Wallet
  bank: Wallet
}

/** The state on which a random operation can depend. */
export interface Draw {
  chance: Chance
  truth: Truth
  cast: Cast
}

/** The account and sequence number of an earlier transaction in the same Batch. */
export interface Placed {
  account: string
  sequence: number
}

/** A transaction inside a Batch; its fields may depend on those before it. */
export type Inner = [by: Wallet, fields: Json | ((before: Placed[]) => Json)]

/** A transaction to sign and submit. With a `Delegate`, that account signs; a Batch has inner transactions. */
export type Drawn = [by: Wallet, fields: Json, inner?: Inner[]]

/** Returns a transaction; null if the operation is not possible in this state. */
export type Operation = (draw: Draw) => Drawn | null

export const walletOf = ({ people, marketplace }: Cast, address: string) =>
  [...people, marketplace].find((wallet) => wallet.classicAddress === address)
