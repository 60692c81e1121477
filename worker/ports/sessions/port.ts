export interface Session {
  account: string
  issuedAt: Date
  expiresAt: Date
  id: string
}

/** Session tokens: the only proof of identity. */
export interface SessionPort {
  /** Returns the token of a session, issued at the time of the sign-in signature. */
  issue(session: Pick<Session, 'id' | 'account'> & { signedAt: Date }): Promise<string>
  /** Returns the expiry of a session that was signed at `signedAt`. */
  expiryOf(signedAt: Date): Date
  /** Returns the session of a token. Throws Refusal('token_expired') or Refusal('unauthenticated'). */
  verify(token: string): Promise<Session>
}

/** API keys for programs, derived from their ids. */
export interface ApiKeyPort {
  /** Returns the key with this id (a UUID). */
  keyOf(id: string): string
  /**
   * Returns the id of a key that we have issued, even if it is revoked; null for any other text. Does not read the
   * database.
   */
  idOf(key: string): string | null
}
