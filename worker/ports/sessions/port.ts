export interface Session {
  account: string
  issuedAt: Date
  expiresAt: Date
  id: string
}

/** Session tokens: the only identity there is. */
export interface SessionPort {
  issue(account: string): Promise<string>
  /** Throws Refusal('token_expired') or Refusal('unauthenticated'). */
  verify(token: string): Promise<Session>
}
