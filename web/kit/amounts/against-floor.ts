import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'
import { changeInPercent } from './change-in-percent.ts'

/** Returns the difference between an XRP price and the collection's floor price in words; null if there is none. */
export function againstFloor(amount: Amount, floorDrops: string | null): string | null {
  if (!isDrops(amount) || amount === '0' || floorDrops === null) return null
  const change = changeInPercent(BigInt(amount), BigInt(floorDrops))
  if (change === null) return null
  return {
    same: t('at the floor'),
    up: t('{text} above floor', { text: change.size }),
    down: t('{text} below floor', { text: change.size }),
  }[change.direction]
}
