export interface Session {
  account: string
  issuedAt: Date
  expiresAt: Date
  id: string
}

/** Session tokens: the only identity there is. */
export interface SessionPort {
  /** `signedAt` is when the account signed: a token is as old as its signature. */
  issue(account: string, signedAt: Date): Promise<string>
  /** Throws Refusal('token_expired') or Refusal('unauthenticated'). */
  verify(token: string): Promise<Session>
}
