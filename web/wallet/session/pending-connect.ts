import type { SignReferences } from '#worker/contract/sign-requests.ts'

const key = 'opx_connect'

function isReferences(value: unknown): value is SignReferences {
  return (
    typeof value === 'object' && value !== null && 'uuid' in value && 'next' in value && 'expiresAt' in value
  )
}

/** The sign-in that was begun in this tab and is not over: it survives a reload and the way to the wallet app. */
export function loadPendingConnect(storage: Storage, now: number): SignReferences | null {
  const text = storage.getItem(key)
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (isReferences(value) && Date.parse(value.expiresAt) > now) return value
  } catch {
    storage.removeItem(key)
    return null
  }
  storage.removeItem(key)
  return null
}

export function savePendingConnect(storage: Storage, references: SignReferences | null): void {
  if (references === null) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(references))
}
