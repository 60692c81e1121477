import type { Amount } from '#worker/contract/amounts.ts'
import type { CheckReply, SignReferences } from '#worker/contract/sign-requests.ts'
import { hasKeys } from '#web/ui/persisted.ts'
import type { TradeIntent } from '#web/wallet/trade-intent.ts'
import type { RequestPurpose } from './request-words.ts'

/** One thing a person was asked to sign, as this browser remembers it. */
export interface RequestRecord {
  uuid: string
  purpose: RequestPurpose
  /** Null for what concerns no single work. */
  nftokenID: string | null
  /** Name of the work when it was asked for, or of the token or offers that it is about. */
  title: string
  /** Address of the work's picture on our media route, if it has one. */
  picture: string | null
  /** What the signer pays, asks, bids or gets; null where no amount is named. */
  amount: Amount | null
  /** The marketplace's part of what is paid, in drops. */
  feeDrops: string
  /** Whether the marketplace has to match it after the signature. */
  brokered: boolean
  /** What Try Again (after a trust line: Continue) begins anew. */
  retry: TradeIntent | null
  /** Part of a batch: it has its own place on its page, and no announcement. */
  batch: boolean
  references: SignReferences
  /** Milliseconds of the Unix epoch. */
  createdAt: number
  /** The last answer about it. */
  reply: CheckReply | null
}

/** What is known of a request before the wallet is asked. */
export type RequestDraft = Pick<RequestRecord, 'purpose' | 'title'> &
  Partial<Omit<RequestRecord, 'uuid' | 'references' | 'createdAt' | 'reply'>>

/** Whether nothing more will change: only then an outcome is shown. */
export function isOver(record: RequestRecord): boolean {
  return record.reply !== null && record.reply.status !== 'pending'
}

const hasFields = hasKeys<RequestRecord>(
  'uuid',
  'purpose',
  'references',
  'title',
  'amount',
  'retry',
  'createdAt',
)

export const isRecord = (value: unknown): value is RequestRecord =>
  hasFields(value) && typeof value.uuid === 'string' && typeof value.createdAt === 'number'
