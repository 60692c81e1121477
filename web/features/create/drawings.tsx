import type { ReactNode } from 'react'

/** Frames on a wall; decoration only. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 240 140" fill="none" stroke="currentColor" strokeWidth="1" aria-hidden="true">
      {children}
    </svg>
  )
}

export function SingleDrawing() {
  return (
    <Drawing>
      <rect x="70" y="15" width="100" height="110" />
      <rect x="80" y="25" width="80" height="90" />
      <circle cx="120" cy="62" r="18" />
      <path d="M80 115c16-26 26-26 40-8s26 8 40-10" />
    </Drawing>
  )
}

export function MultipleDrawing() {
  return (
    <Drawing>
      <rect x="12" y="30" width="62" height="80" />
      <circle cx="43" cy="62" r="12" />
      <rect x="89" y="20" width="62" height="100" />
      <path d="M89 120 120 66l31 54" />
      <rect x="166" y="30" width="62" height="80" />
      <path d="M166 86c16-18 24 14 36-4s18-6 26-16" />
    </Drawing>
  )
}

export function CollectionDrawing() {
  return (
    <Drawing>
      <rect x="20" y="14" width="200" height="112" />
      <rect x="32" y="26" width="84" height="88" />
      <rect x="128" y="26" width="36" height="38" />
      <rect x="172" y="26" width="36" height="38" />
      <rect x="128" y="76" width="80" height="38" />
      <circle cx="74" cy="66" r="16" />
    </Drawing>
  )
}
