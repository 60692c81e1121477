import type { ApiError } from './error.ts'

export interface SessionCredentials {
  token: string
  account: string
  /** Push token of the wallet app; null if the wallet did not send one. */
  userToken: string | null
}

interface Credentials {
  /** Returns the current session; null for a visitor. */
  session: () => SessionCredentials | null
  /** Calls the listener when the session changes; returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
  /** Called when the server refuses this token because its session has ended. */
  refused: (token: string) => void
  /** Called when the account has signed in elsewhere more recently; `at` is ISO 8601. */
  newerSignIn: (token: string, at: string) => void
  /** Asks the user to sign in again; false if they did not. */
  signInAgain: () => Promise<boolean>
  /** The highest cost of a transaction that the user agrees to, in drops. */
  costLimit: () => string
  /** Shows the user the current transaction cost. Resolves to true if the call should be repeated. */
  networkBusy: (error: ApiError) => Promise<boolean>
  /** Called when a call that requests a signature gets a reply other than `network_busy`. */
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

/** Registers the wallet session's credentials, so that `web/api` does not depend on `web/wallet`. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export function readCredentials(): Credentials {
  return current
}
