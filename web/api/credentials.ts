/** Who a call is from. */
export interface SessionCredentials {
  token: string
  account: string
  /** By which the wallet app is reached; null when the wallet gave none. */
  userToken: string | null
}

interface Credentials {
  /** Null for a visitor. */
  session: () => SessionCredentials | null
  /** The server refused this token: its session is over. */
  refused: (token: string) => void
  /** The account of this token has signed in elsewhere since, at that time (ISO 8601). */
  newerSignIn: (token: string, at: string) => void
  /** Asks the user to sign in once more; false when they did not. */
  signInAgain: () => Promise<boolean>
}

let current: Credentials = {
  session: () => null,
  refused: () => undefined,
  newerSignIn: () => undefined,
  signInAgain: async () => false,
}

/** The wallet session registers itself here: `web/api` knows nothing else of sessions. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export function credentials(): Credentials {
  return current
}
