import type { Page, Request } from 'playwright-core'

/** What a page has said and asked so far. */
interface Watched {
  /** Errors, also such as the test expects. */
  problems: readonly string[]
  unanswered: ReadonlySet<Request>
}

/** Pages that the tests of this file have open. */
export const openPages = new Map<Page, Watched>()
