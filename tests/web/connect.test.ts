import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeConnect, currentPrompt, openConnect, signInAgain } from '#web/wallet/session/connect-prompt.ts'
import { dropSignInAgain, followSession } from '#web/wallet/session/follow-session.ts'
import { loadPendingConnect, savePendingConnect } from '#web/wallet/session/pending-connect.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
})
afterEach(() => {
  closeConnect('left')
  vi.unstubAllGlobals()
})

const keepPending = () =>
  savePendingConnect(sessionStorage, {
    uuid: 'a2f1',
    next: { always: 'https://wallet.example/a2f1' },
    refs: { qr_png: '', websocket_status: '' },
    pushed: false,
    expiresAt: '2999-01-01T00:00:00Z',
  })

test('a pending dialog is notified when another one replaces it', async () => {
  const again = signInAgain()
  const buy = vi.fn<() => void>()
  openConnect(buy)
  expect(await again).toBe(false)
  const sell = vi.fn<() => void>()
  openConnect(sell)
  closeConnect('connected')
  expect([buy.mock.calls.length, sell.mock.calls.length]).toEqual([0, 1])
})

test('a session that ends during a fresh sign-in closes the dialog', async () => {
  const again = signInAgain()
  keepPending()
  dropSignInAgain(currentPrompt(), false)
  followSession(false)
  expect(await again).toBe(false)
  expect(currentPrompt()).toBe('closed')
  expect(loadPendingConnect(sessionStorage, Date.now())).toBeNull()
})

test('a fresh sign-in that was requested before the dialog had loaded opens it', () => {
  void signInAgain()
  followSession(true)
  expect(currentPrompt()).toBe('again')
})

test('a pending sign-in opens the dialog for a visitor, and ends when a wallet is connected', () => {
  keepPending()
  followSession(false)
  dropSignInAgain(currentPrompt(), false)
  expect(currentPrompt()).toBe('connect')
  followSession(true)
  expect(currentPrompt()).toBe('closed')
  expect(loadPendingConnect(sessionStorage, Date.now())).toBeNull()
})
