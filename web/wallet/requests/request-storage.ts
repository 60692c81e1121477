import { isRecord, type RequestRecord } from './request-record.ts'

const kept = 20

export function requestsKey(account: string): string {
  return `opx_requests:${account}`
}

/** An account's requests, newest first. Anything unreadable is left out. */
export function loadRequests(storage: Pick<Storage, 'getItem'>, account: string): RequestRecord[] {
  const text = storage.getItem(requestsKey(account))
  if (text === null) return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isRecord) : []
  } catch {
    return []
  }
}

export function saveRequests(
  storage: Pick<Storage, 'setItem'>,
  account: string,
  records: readonly RequestRecord[],
): void {
  storage.setItem(requestsKey(account), JSON.stringify(records.slice(0, kept)))
}
