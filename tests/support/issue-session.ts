import { randomUUID } from 'node:crypto'
import type { WalletName } from '#contract/rules/wallets.ts'
import { createJwtSessions } from '#worker/ports/sessions/jwt.ts'

interface Issuer {
  secret: string
  origin: string
  /** Runs a statement on the worker's database. */
  query: (sql: string, values: unknown[]) => Promise<unknown>
}

/** Returns the token of a session signed at `signedAt`, without a wallet. */
export async function issueSession(
  { secret, origin, query }: Issuer,
  account: string,
  signedAt = new Date(),
  wallet: WalletName = 'xaman',
): Promise<string> {
  const jwt = createJwtSessions({ secrets: [secret], origin, hours: 24 })
  const id = randomUUID()
  await query(
    'insert into sessions (id, account, signed_at, opened_at, expires_at, wallet) values ($1, $2, $3, $3, $4, $5)',
    [id, account, signedAt, jwt.expiryOf(signedAt), wallet],
  )
  return jwt.issue({ id, account, signedAt })
}
