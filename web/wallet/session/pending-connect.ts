import type { SignReferences } from '#worker/contract/sign-requests.ts'
import { hasKeys, type ItemStorage, persisted } from '#web/ui/persisted.ts'

const stored = (storage: ItemStorage) =>
  persisted(storage, 'opx_connect', hasKeys<SignReferences>('uuid', 'next', 'expiresAt'))

/** The open sign-in of this tab. It survives a reload and the visit to the wallet app, and is removed once expired. */
export function loadPendingConnect(storage: ItemStorage, now: number): SignReferences | null {
  const references = stored(storage).read()
  if (references !== null && Date.parse(references.expiresAt) > now) return references
  stored(storage).remove()
  return null
}

export function savePendingConnect(storage: ItemStorage, references: SignReferences | null): void {
  if (references === null) stored(storage).remove()
  else stored(storage).write(references)
}
