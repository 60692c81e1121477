import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('while the document is reloaded no part of the page fails', async () => {
  const fail = await watching()
  const gone = [fail(), fail(), fail()]
  expect(gone).toEqual(['prevented', 'prevented', 'prevented'])
  expect(reload).toHaveBeenCalledOnce()
})

test('where reloading has not helped the failure is shown', async () => {
  const first = await watching()
  first()
  const second = await watching({ stored: sessionStorage })
  expect(second()).toBe('thrown')
  expect(reload).not.toHaveBeenCalled()
})

test('without a network nothing is reloaded', async () => {
  const fail = await watching({ onLine: false })
  expect(fail()).toBe('thrown')
  expect(reload).not.toHaveBeenCalled()
})

let reload = vi.fn<() => void>()

/** Loads a new document. The returned function simulates code that cannot be loaded. */
async function watching({ onLine = true, stored = storage() } = {}) {
  reload = vi.fn<() => void>()
  const page = Object.assign(new EventTarget(), { location: { reload } })
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('sessionStorage', stored)
  vi.resetModules()
  const { reloadWhenStale } = await import('#web/stale-build.ts')
  reloadWhenStale()
  return () => {
    const payload = new Error('Failed to fetch dynamically imported module')
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })
    return page.dispatchEvent(event) ? 'thrown' : 'prevented'
  }
}

function storage(): Storage {
  const items = new Map<string, string>()
  return {
    length: 0,
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}
