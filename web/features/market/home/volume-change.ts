export interface VolumeChange {
  text: string
  direction: 'up' | 'down' | 'same'
}

/** Change against the previous window, in percent with one decimal; "New" if nothing was traded in it. */
export function volumeChange(now: bigint, before: bigint): VolumeChange {
  if (before === 0n)
    return now === 0n ? { text: '0.0 %', direction: 'same' } : { text: 'New', direction: 'up' }
  const permille = ((now - before) * 1000n) / before
  const size = permille < 0n ? -permille : permille
  const text = `${size / 10n}.${size % 10n} %`
  if (permille === 0n) return { text, direction: 'same' }
  return permille > 0n ? { text: `+${text}`, direction: 'up' } : { text: `−${text}`, direction: 'down' }
}
