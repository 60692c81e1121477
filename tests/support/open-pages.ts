import type { Page, Request } from 'playwright-core'

/** The console messages and requests of a page so far. */
interface Watched {
  /** Errors, including expected ones. */
  problems: readonly string[]
  unanswered: ReadonlySet<Request>
}

/** Pages that the tests of this file have opened. */
export const openPages = new Map<Page, Watched>()
