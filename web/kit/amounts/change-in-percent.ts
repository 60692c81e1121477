import { readableDecimal } from '#contract/rules/amounts.ts'
import { t } from '#web/messages.ts'

export interface Change {
  text: string
  direction: 'up' | 'down' | 'same'
}

/** Change in percent with one decimal; null when there is nothing to compare with. */
export function changeInPercent(now: bigint, before: bigint): Change | null {
  if (before === 0n) return null
  const permille = ((now - before) * 1000n) / before
  const size = permille < 0n ? -permille : permille
  const text = t('{number} %', { number: readableDecimal(`${size / 10n}.${size % 10n}`) })
  if (permille === 0n) return { text, direction: 'same' }
  return permille > 0n ? { text: `+${text}`, direction: 'up' } : { text: `−${text}`, direction: 'down' }
}
