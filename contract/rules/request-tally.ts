/** Upper limits of the classes of durations, in seconds. A last class has no limit. */
export const durationLimits = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

export type RequestKind = 'read' | 'write'

interface Durations {
  /** Requests for each limit, and those above the last one. */
  classes: number[]
  seconds: number
}

/** Numbers of requests since some moment. */
export interface Tally {
  /** By kind, and by the code of the problem; `none` for a success. */
  codes: Record<RequestKind, Record<string, number>>
  durations: Record<RequestKind, Durations>
}

const emptyDurations = (): Durations => ({ classes: [...durationLimits, Infinity].map(() => 0), seconds: 0 })

export const createTally = (): Tally => ({
  codes: { read: {}, write: {} },
  durations: { read: emptyDurations(), write: emptyDurations() },
})

export interface CountedRequest {
  kind: RequestKind
  code: string
  /** Null if the request waited for a person, which says nothing about the site. */
  ms: number | null
}

export function countRequest(tally: Tally, { kind, code, ms }: CountedRequest): void {
  const codes = tally.codes[kind]
  codes[code] = (codes[code] ?? 0) + 1
  if (ms === null) return
  const durations = tally.durations[kind]
  const place = durationLimits.findIndex((limit) => ms <= limit * 1000)
  const index = place === -1 ? durationLimits.length : place
  durations.classes[index] = (durations.classes[index] ?? 0) + 1
  durations.seconds += ms / 1000
}

/** Adds the numbers of another tally to `tally`. */
export function addTally(tally: Tally, other: Tally): void {
  for (const kind of ['read', 'write'] as const) {
    for (const [code, count] of Object.entries(other.codes[kind]))
      tally.codes[kind][code] = (tally.codes[kind][code] ?? 0) + count
    const durations = tally.durations[kind]
    durations.classes = durations.classes.map((count, at) => count + (other.durations[kind].classes[at] ?? 0))
    durations.seconds += other.durations[kind].seconds
  }
}

/** Numbers that the worker counts without its database. */
export interface LiveFigures {
  /** Requests since the object started. A new object begins at zero, as a counter of Prometheus may. */
  requests: Tally
  /** Open sockets and streams of readers, at most ten seconds old. */
  readers: number
}
