import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'

export interface ConnectNonceSettings {
  /** The first secret signs; all of them verify. */
  secrets: readonly string[]
  /** True for https: the cookie gets the prefix `__Host-`, so that no other host and no plain-http page can set it. */
  secure: boolean
}

/** Lifetime of the nonce: long enough for several sign-ins to share it, usually in tabs of one browser. */
const lifetimeSeconds = 1800
const cookie = 'opx_connect'

/** Manages the nonce that binds a sign-in to the browser that began it, in a signed cookie. */
export function createConnectNonce({ secrets, secure }: ConnectNonceSettings) {
  // Separate keys, so that their signatures are not valid for anything else.
  const keys = secrets.map((secret) => `opx/connect-nonce/${secret}`)
  const [currentKey = ''] = keys
  const prefix = secure ? 'host' : undefined

  /** Returns null if there is no cookie, or if we did not sign it. */
  async function readNonce(http: Context): Promise<string | null> {
    for (const key of keys) {
      const value = await getSignedCookie(http, key, cookie, prefix)
      if (typeof value === 'string') return value
    }
    return null
  }

  /** Returns the browser's nonce, renewed for half an hour; a new nonce if there is none. */
  async function ensure(http: Context): Promise<string> {
    const nonce = (await readNonce(http)) ?? crypto.randomUUID()
    await setSignedCookie(http, cookie, nonce, currentKey, {
      httpOnly: true,
      secure,
      sameSite: 'Lax',
      path: '/',
      maxAge: lifetimeSeconds,
      ...(prefix === undefined ? {} : { prefix }),
    })
    return nonce
  }

  return { read: readNonce, ensure }
}
