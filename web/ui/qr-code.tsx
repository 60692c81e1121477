import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './qr-code.module.css'

/** A QR code on a white card, drawn in the browser. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = useMemo(() => draw(value), [value])
  return (
    <div className={css.card}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className={css.code}
      >
        <path d={path} />
      </svg>
    </div>
  )
}

function draw(value: string): { size: number; path: string } {
  const { data, size } = encode(value, { ecc: 'M', border: 0 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
