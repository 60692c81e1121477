import type { ApiError } from './error.ts'

/** The credentials of a call. */
export interface SessionCredentials {
  token: string
  account: string
  /** Push token of the wallet app; null when the wallet gave none. */
  userToken: string | null
}

interface Credentials {
  /** Null for a visitor. */
  session: () => SessionCredentials | null
  /** Calls the listener when the session changes; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
  /** Called when the server refuses this token because its session has ended. */
  refused: (token: string) => void
  /** Called when the token's account has signed in elsewhere since; `at` is ISO 8601. */
  newerSignIn: (token: string, at: string) => void
  /** Asks the user to sign in again; false if they did not. */
  signInAgain: () => Promise<boolean>
  /** The highest cost of a transaction that the user agrees to, in drops. */
  costLimit: () => string
  /** Tells the user what a transaction costs now; true when the call is to be sent again. */
  networkBusy: (error: ApiError) => Promise<boolean>
  /** Called when a call that asks for a signature is answered otherwise. */
  networkAnswered: () => void
}

let current: Credentials = {
  session: () => null,
  subscribe: () => () => undefined,
  refused: () => undefined,
  newerSignIn: () => undefined,
  signInAgain: async () => false,
  costLimit: () => '0',
  networkBusy: async () => false,
  networkAnswered: () => undefined,
}

/** The wallet session registers itself here, so that `web/api` does not depend on `web/wallet`. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export function credentials(): Credentials {
  return current
}
