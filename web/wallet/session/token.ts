import { logToConsole } from './console-lines.ts'

export interface TokenClaims {
  sub?: string
  iat: number
  exp: number
}

function decodePart(part: string): unknown {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes))
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false
  if (!('iat' in value) || !('exp' in value)) return false
  return Number.isFinite(value.iat) && Number.isFinite(value.exp)
}

/**
 * Reads the claims of a session token without verifying its signature. Returns null and logs a line unless the token
 * has three dot-separated parts that contain an object.
 */
export function decodeToken(token: string, log: typeof logToConsole = logToConsole): TokenClaims | null {
  try {
    const parts = token.split('.')
    const [, payload] = parts
    if (parts.length !== 3 || payload === undefined) throw new Error('A token has three parts.')
    const claims = decodePart(payload)
    if (!isClaims(claims)) throw new Error('A token holds an object with iat and exp.')
    return claims
  } catch {
    log('There was an error decoding token')
    return null
  }
}
