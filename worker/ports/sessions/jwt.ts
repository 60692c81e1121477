import { sentence } from '#contract/words/sentence.ts'
import { errors, jwtVerify, SignJWT } from 'jose'
import * as v from 'valibot'
import { AccountAddress } from '#contract/schemas/account-address.ts'
import { Refusal } from '#contract/words/refusal.ts'
import type { SessionPort } from './port.ts'

export interface SessionSettings {
  /** The first secret signs; all of them verify, so that a rotation ends no session. */
  secrets: readonly string[]
  /** Issuer and audience: the site's origin. */
  origin: string
  hours: number
}

const Claims = v.object({
  sub: AccountAddress,
  iat: v.number(),
  exp: v.number(),
  jti: v.pipe(v.string(), v.uuid()),
})

/**
 * Issues and verifies HS256 tokens with sub, iss, aud, iat, exp and jti. Source: RFC 7519. `alg` is fixed, so that a
 * token cannot choose it.
 */
export function createJwtSessions({ secrets, origin, hours }: SessionSettings): SessionPort {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  const [currentKey = new Uint8Array()] = keys
  async function verifyWithAny(token: string) {
    const terms = { algorithms: ['HS256'], issuer: origin, audience: origin }
    for (const key of keys) {
      try {
        return await jwtVerify(token, key, terms)
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
  const expiryOf = (signedAt: Date) => new Date(signedAt.getTime() + hours * 3_600_000)
  return {
    expiryOf,
    issue: ({ id, account, signedAt }) =>
      new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(account)
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt(signedAt)
        .setExpirationTime(expiryOf(signedAt))
        .setJti(id)
        .sign(currentKey),
    async verify(token) {
      try {
        const { payload } = await verifyWithAny(token)
        const claims = v.parse(Claims, payload)
        return {
          account: claims.sub,
          id: claims.jti,
          issuedAt: new Date(claims.iat * 1000),
          expiresAt: new Date(claims.exp * 1000),
        }
      } catch (cause) {
        if (cause instanceof errors.JWTExpired) {
          throw new Refusal(
            'token_expired',
            sentence('Your session has ended. Please connect your wallet again.'),
            {
              cause,
            },
          )
        }
        throw new Refusal(
          'unauthenticated',
          sentence('The session token is not valid. Please connect your wallet again.'),
          { cause },
        )
      }
    },
  }
}
