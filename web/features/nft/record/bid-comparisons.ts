import { isDrops } from '#contract/rules/amounts.ts'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'

/** Returns the difference of an amount from a base, in whole percent of the base; null if it is 0 or unknown. */
function percentOf(amount: bigint, base: Amount | null | undefined): number | null {
  if (base == null || !isDrops(base) || BigInt(base) === 0n) return null
  const percent = Number(((amount - BigInt(base)) * 100n) / BigInt(base))
  return percent === 0 ? null : percent
}

function ofFloor(percent: number): string {
  return percent > 0
    ? t('{percent} % above the floor', { percent })
    : t('{percent} % below the floor', { percent: -percent })
}

function ofLastSale(percent: number): string {
  return percent > 0
    ? t('{percent} % above the last sale', { percent })
    : t('{percent} % below the last sale', { percent: -percent })
}

/** Compares a bid in XRP with the floor of the collection and with the last sale of the work. */
export function compareBid(amount: Amount, { collectionInfo, history }: Nft): string[] {
  if (!isDrops(amount)) return []
  const floor = percentOf(BigInt(amount), collectionInfo?.floorPriceDrops)
  const sale = percentOf(BigInt(amount), history.find(({ type }) => type === 'sale')?.amount)
  return [...(floor === null ? [] : [ofFloor(floor)]), ...(sale === null ? [] : [ofLastSale(sale)])]
}
