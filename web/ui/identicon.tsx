import { useMemo } from 'react'
import css from './identicon.module.css'

/** A symmetric 5 x 5 pattern derived from an account's address. Decorative, so it has no label. */
export function Identicon({ seed, size = 28 }: { seed: string; size?: number }) {
  const path = useMemo(() => createPattern(seed), [seed])
  return (
    <svg aria-hidden="true" viewBox="-1.5 -1.5 8 8" width={size} height={size} className={css.sign}>
      <path d={path} />
    </svg>
  )
}

function createPattern(seed: string): string {
  let state = 0x811c9dc5
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    state ^= state >>> 12
    return state >>> 0
  }
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193)
  const cells: string[] = []
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 3; x += 1) {
      if (next() % 100 < 52) cells.push(`M${x} ${y}h1v1h-1z`, x < 2 ? `M${4 - x} ${y}h1v1h-1z` : '')
    }
  }
  return cells.join('')
}
