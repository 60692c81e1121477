import type { CheckReply, SignReferences } from '#worker/contract/sign-requests.ts'

/** One thing a person was asked to sign, as this browser remembers it. */
export interface RequestRecord {
  uuid: string
  purpose: 'buy_now'
  nftokenID: string
  /** Name of the work when it was asked for. */
  title: string
  /** Address of the work's picture on our media route, if it has one. */
  picture: string | null
  totalDrops: string
  feeDrops: string
  /** Whether the marketplace has to match it after the signature. */
  brokered: boolean
  references: SignReferences
  /** Milliseconds of the Unix epoch. */
  createdAt: number
  /** The last answer about it. */
  reply: CheckReply | null
}

/** Whether nothing more will change: only then an outcome is shown. */
export function isOver(record: RequestRecord): boolean {
  return record.reply !== null && record.reply.status !== 'pending'
}

export function isRecord(value: unknown): value is RequestRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    'uuid' in value &&
    typeof value.uuid === 'string' &&
    'references' in value &&
    'title' in value &&
    'totalDrops' in value &&
    'createdAt' in value &&
    typeof value.createdAt === 'number'
  )
}
