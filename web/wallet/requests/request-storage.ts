import { type ItemStorage, createStoredValue } from '#web/ui/persisted.ts'
import { requestsKey } from './requests-key.ts'
import { isRecord, type RequestRecord } from './request-record.ts'

const maxKept = 20

const recordStorage = (storage: ItemStorage, account: string) =>
  createStoredValue<unknown[]>(storage, requestsKey(account), Array.isArray)

/** Returns an account's requests, newest first. Skips unreadable entries. */
export function loadRequests(storage: ItemStorage, account: string): RequestRecord[] {
  return recordStorage(storage, account).read()?.filter(isRecord) ?? []
}

export function saveRequests(storage: ItemStorage, account: string, records: readonly RequestRecord[]): void {
  recordStorage(storage, account).write(records.slice(0, maxKept))
}
