import {
  addTally,
  type CountedRequest,
  countRequest,
  createTally,
  type LiveFigures,
  type Tally,
} from '#contract/rules/request-tally.ts'

/** The object that adds up what all isolates count. */
export interface Figures {
  send: (tally: Tally) => Promise<void>
  read: () => Promise<LiveFigures>
}

/** Interval at which an isolate sends what it has counted. */
const sendEveryMs = 10_000

/** Returns a function that counts a request, and every ten seconds sends the numbers of this isolate. */
export function createCounter(figures: Figures, now: () => number = Date.now) {
  let tally = createTally()
  let sentAt = now()
  return (request: CountedRequest, waitUntil: (work: Promise<unknown>) => void): void => {
    countRequest(tally, request)
    if (now() - sentAt < sendEveryMs) return
    const due = tally
    tally = createTally()
    sentAt = now()
    // Numbers that cannot be sent now are sent with the next ones.
    waitUntil(figures.send(due).catch(() => addTally(tally, due)))
  }
}
