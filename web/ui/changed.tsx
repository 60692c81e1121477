import { type ReactNode, useState } from 'react'

/** Briefly highlights a value that differs from the first one shown. Does not move under reduced motion. */
export function Changed({ value, children }: { value: string; children: ReactNode }) {
  const [first] = useState(value)
  return (
    <span key={value} data-changed={first !== value || undefined}>
      {children}
    </span>
  )
}
