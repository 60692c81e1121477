import type { Amount } from '#contract/schemas/amounts.ts'
import type { Media } from '#contract/schemas/media.ts'

/** A work that its owner can offer for sale. */
export interface OwnWork {
  nftokenID: string
  name: string
  image: Media | null
  /** Its price where it is listed already. */
  listedAt: Amount | null
  onAuction: boolean
  /** The floor of its collection, in drops. */
  floorDrops: string | null
}

export const isTaken = ({ listedAt, onAuction }: OwnWork): boolean => listedAt !== null || onAuction
