import { type ReactNode, useState } from 'react'

/** Shows for a moment that a value is another one than when it was first shown. Still under reduced motion. */
export function Changed({ value, children }: { value: string; children: ReactNode }) {
  const [first] = useState(value)
  return (
    <span key={value} data-changed={first !== value || undefined}>
      {children}
    </span>
  )
}
