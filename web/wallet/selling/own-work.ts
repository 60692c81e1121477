import type { Amount } from '#contract/schemas/amounts.ts'
import type { Media } from '#contract/schemas/media.ts'

/** A work that its owner can offer for sale. */
export interface OwnWork {
  nftokenID: string
  name: string
  image: Media | null
  /** Price of the work if it is already listed; otherwise null. */
  listedAt: Amount | null
  onAuction: boolean
  /** Floor price of the work's collection, in drops. */
  floorDrops: string | null
}

export const isTaken = ({ listedAt, onAuction }: OwnWork): boolean => listedAt !== null || onAuction
