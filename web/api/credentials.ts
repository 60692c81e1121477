interface Credentials {
  /** The session token, or null for a visitor. */
  token: () => string | null
  /** The server refused this token: its session is over. */
  refused: (token: string) => void
  /** The account of this token has signed in elsewhere since, at that time (ISO 8601). */
  newerSignIn: (token: string, at: string) => void
  /** Has the person sign in once more; false when they did not. */
  signInAgain: () => Promise<boolean>
}

let current: Credentials = {
  token: () => null,
  refused: () => undefined,
  newerSignIn: () => undefined,
  signInAgain: async () => false,
}

/** The wallet session registers itself here: `web/api` sends the token and knows nothing else of sessions. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export function credentials(): Credentials {
  return current
}
