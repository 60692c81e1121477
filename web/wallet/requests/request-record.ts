import type { Amount } from '#contract/schemas/amounts.ts'
import type { CheckReply, DrawReceipt, SignReferences } from '#contract/schemas/sign-requests.ts'
import { hasKeys } from '#web/ui/persisted.ts'
import type { TradeIntent } from '#web/wallet/trade-intent.ts'
import type { Action } from '#contract/rules/actions.ts'

export interface WorkLabel {
  artist: string
  facts: string[]
  collection: string | null
}

/** A sign request as stored in this browser. */
export interface RequestRecord {
  uuid: string
  action: Action
  /** Null if the request is not about a single work. */
  nftokenID: string | null
  /** Name of the work at the time of the request, or of the token or offers. */
  title: string
  /** Path of the work's picture on our media route, if there is one. */
  picture: string | null
  /** The remaining parts of the work's label: artist, year, medium and size, and collection. */
  label?: WorkLabel | undefined
  /** The amount that the signer pays, asks for, bids or receives; null without an amount. */
  amount: Amount | null
  /** The marketplace's fee, in drops. */
  feeDrops: string
  /** True if the marketplace must match the offer after the signature. */
  brokered: boolean
  /** The action that Try Again (or Continue, after a trust line) restarts. */
  retry: TradeIntent | null
  /** True if the request is part of a batch. The batch's page shows its outcome, so it is not announced. */
  batch: boolean
  /** Null until the draw that determines the transaction is complete. */
  references: SignReferences | null
  /** Id of the collection that a random purchase draws from. */
  collection?: string
  /** Id of the edition that a print is bought from. */
  edition?: string
  /** Proves the number and the time of a draw. A second request for the same draw, and all others, have none. */
  receipt?: DrawReceipt
  /** True if someone else has bought the work while the request was open. */
  isGone?: boolean
  /** Milliseconds of the Unix epoch. */
  createdAt: number
  /** The latest reply about the request. */
  reply: CheckReply | null
}

/** The fields of a request that are known before it is sent to the wallet. */
export type RequestDraft = Pick<RequestRecord, 'action' | 'title'> &
  Partial<Omit<RequestRecord, 'uuid' | 'references' | 'receipt' | 'createdAt' | 'reply'>>

/** Returns true if the request is final. Outcomes are shown only then. */
export function isOver(record: RequestRecord): boolean {
  return record.reply !== null && record.reply.status !== 'pending'
}

const hasFields = hasKeys<RequestRecord>(
  'uuid',
  'action',
  'references',
  'title',
  'amount',
  'retry',
  'createdAt',
)

export const isRecord = (value: unknown): value is RequestRecord =>
  hasFields(value) && typeof value.uuid === 'string' && typeof value.createdAt === 'number'
