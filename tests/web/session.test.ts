import { describe, expect, it, vi } from 'vitest'
import {
  clearSession,
  loadSession,
  saveSession,
  tokenKey,
  walletKey,
} from '#web/wallet/session/session-storage.ts'
import { readItem, writeItem } from '#web/wallet/session/stored-item.ts'
import type { ItemStorage } from '#web/ui/persisted.ts'
import { decodeToken } from '#web/wallet/session/token.ts'

const account = 'rCoLLectorF7vKqXw3ZnYt9BsPdH5mGj2R'
const now = 1_800_000_000_000

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function token(claims: unknown): string {
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`
}

function memory(): ItemStorage & { size: () => number } {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    size: () => items.size,
  }
}

describe('decodeToken', () => {
  it('reads the claims, including non-ASCII characters and base64url signs', () => {
    expect(decodeToken(token({ sub: 'ÿþ?>é', iat: 1, exp: 61 }))).toEqual({ sub: 'ÿþ?>é', iat: 1, exp: 61 })
  })

  it.each([
    ['two parts', 'a.b'],
    ['four parts', `${token({ iat: 1, exp: 2 })}.x`],
    ['nothing', ''],
    ['invalid base64', 'a.%%%.c'],
    ['a plain string inside', token('hello')],
    ['no times', token({ sub: account })],
    ['times that are not numbers', token({ iat: '1', exp: '2' })],
  ])('ignores a token with %s and logs it once', (_, text) => {
    const log = vi.fn<(line: string) => void>()
    expect(decodeToken(text, log)).toBeNull()
    expect(log.mock.calls).toEqual([['There was an error decoding token']])
  })
})

describe('stored items', () => {
  it('are kept until they expire, and then removed on reading', () => {
    const storage = memory()
    writeItem(storage, 'k', { a: 1 }, 1000, now)
    expect(readItem(storage, 'k', now + 1000)).toEqual({ a: 1 })
    expect(readItem(storage, 'k', now + 1001)).toBeNull()
    expect(storage.size()).toBe(0)
  })

  it('are removed when they cannot be read', () => {
    const storage = memory()
    storage.setItem('k', '{broken')
    expect(readItem(storage, 'k', now)).toBeNull()
    expect(storage.size()).toBe(0)
  })
})

describe('the session', () => {
  const jwt = token({ sub: account, iat: 1000, exp: 1060 })
  const info = { account, user_token: 'push', jwt_token: jwt }

  it('is stored for exp - iat from connecting, whatever the server’s clock', () => {
    const storage = memory()
    expect(saveSession(storage, info, now)).toBe(true)
    expect(JSON.parse(storage.getItem(tokenKey) ?? '')).toEqual({ value: jwt, expiry: now + 60_000 })
    expect(JSON.parse(storage.getItem(walletKey) ?? '')).toEqual({ value: info, expiry: now + 60_000 })
    expect(loadSession(storage, now + 60_000)).toEqual(info)
    expect(loadSession(storage, now + 60_001)).toBeNull()
    expect(storage.size()).toBe(0)
  })

  it('ignores a token that cannot be decoded', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const storage = memory()
    expect(saveSession(storage, { ...info, jwt_token: 'no' }, now)).toBe(false)
    expect(storage.size()).toBe(0)
    expect(warn).toHaveBeenCalledWith('There was an error decoding token')
    warn.mockRestore()
  })

  it('is invalid when token and wallet info do not match', () => {
    const storage = memory()
    saveSession(storage, info, now)
    writeItem(storage, tokenKey, token({ iat: 1, exp: 2 }), 60_000, now)
    expect(loadSession(storage, now)).toBeNull()
  })

  it('leaves nothing behind after disconnecting', () => {
    const storage = memory()
    saveSession(storage, info, now)
    clearSession(storage)
    expect(storage.size()).toBe(0)
  })
})
