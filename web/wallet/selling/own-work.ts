import type { Amount } from '#worker/contract/amount-schemas.ts'
import type { Media } from '#worker/contract/media-schemas.ts'

/** A work that its owner can offer for sale. */
export interface OwnWork {
  nftokenID: string
  name: string
  image: Media | null
  /** Its price where it is listed already. */
  listedAt: Amount | null
  onAuction: boolean
}

export const isTaken = ({ listedAt, onAuction }: OwnWork): boolean => listedAt !== null || onAuction
