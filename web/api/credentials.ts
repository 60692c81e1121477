interface Credentials {
  /** The session token, or null for a visitor. */
  token: () => string | null
  /** The server refused the token: the session is over. */
  refused: () => void
}

let current: Credentials = { token: () => null, refused: () => undefined }

/** The wallet session registers itself here: `web/api` sends the token and knows nothing else of sessions. */
export function provideCredentials(credentials: Credentials): void {
  current = credentials
}

export function credentials(): Credentials {
  return current
}
