/** Copies at the edge are never older than this (`PUBLIC_READ_SECONDS`, five times). */
const staleMs = 15_000

let newest = { position: 0, at: 0 }

/** Events up to this position of the log have arrived: later reads must contain them. */
export function seePosition(position: number): void {
  if (position > newest.position) newest = { position, at: Date.now() }
}

/** The position that a read must have; null when no copy can be that old. */
export const wantedPosition = (): string | null =>
  Date.now() - newest.at < staleMs ? String(newest.position) : null
