/** Maximum age of an edge-cached copy: five times `PUBLIC_READ_SECONDS`. */
const staleMs = 15_000

let newest = { position: 0, at: 0 }

/** Records that events up to this log position have arrived. Later reads must include them. */
export function seePosition(position: number): void {
  if (position > newest.position) newest = { position, at: Date.now() }
}

/** Returns the log position that a read must include; null if no cached copy can be older than it. */
export const wantedPosition = (): string | null =>
  Date.now() - newest.at < staleMs ? String(newest.position) : null
