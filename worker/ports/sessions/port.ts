export interface Session {
  account: string
  issuedAt: Date
  expiresAt: Date
  id: string
}

/** Session tokens: the only proof of identity. */
export interface SessionPort {
  /** The token of a session, issued at the time of the signature that opened it. */
  issue(session: Pick<Session, 'id' | 'account'> & { signedAt: Date }): Promise<string>
  /** When a session that was signed at `signedAt` expires. */
  expiryOf(signedAt: Date): Date
  /** Throws Refusal('token_expired') or Refusal('unauthenticated'). */
  verify(token: string): Promise<Session>
}

/** Keys of programs, derived from their ids. */
export interface ApiKeyPort {
  /** The key with this id, a UUID. */
  keyOf(id: string): string
  /** Returns the id of a key that we have issued, revoked or not; null for any other text. Does not read the database. */
  idOf(key: string): string | null
}
