import { readableDecimal } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'

export interface Change {
  text: string
  /** The number without its sign. */
  size: string
  direction: 'up' | 'down' | 'same'
}

/** Returns the change in percent with one decimal; null if there is nothing to compare with. */
export function changeInPercent(now: bigint, before: bigint): Change | null {
  if (before === 0n) return null
  const permille = ((now - before) * 1000n) / before
  const part = permille < 0n ? -permille : permille
  const size = t('{number} %', { number: readableDecimal(`${part / 10n}.${part % 10n}`) })
  if (permille === 0n) return { text: size, size, direction: 'same' }
  return permille > 0n
    ? { text: `+${size}`, size, direction: 'up' }
    : { text: `−${size}`, size, direction: 'down' }
}
