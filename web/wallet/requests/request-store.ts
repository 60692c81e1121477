import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { isOver, type RequestRecord } from './request-record.ts'
import { loadRequests, saveRequests } from './request-storage.ts'
import { requestsKey } from './requests-key.ts'

interface State {
  account: string | null
  records: readonly RequestRecord[]
  /** uuid of the request whose dialog is open. */
  shownRequest: string | null
  /** True if the list of requests is open. */
  trayOpen: boolean
}

const store = createStore<State>({ account: null, records: [], shownRequest: null, trayOpen: false })

const change = (changes: Partial<State>) => store.set({ ...store.get(), ...changes })

function keep(records: readonly RequestRecord[]): void {
  const { account } = store.get()
  if (account !== null) saveRequests(localStorage, account, records)
  change({ records })
}

/**
 * Loads the requests of an account (null for a visitor) and follows changes from other tabs. Returns a stop function.
 */
export function followRequests(account: string | null): () => void {
  const before = store.get()
  const load = () => change({ account, records: account === null ? [] : loadRequests(localStorage, account) })
  load()
  if (account === null) change({ shownRequest: null, trayOpen: false })
  // On a slow device, a request may be sent before the code that loads the account's requests.
  else if (before.account === null && before.records.length > 0)
    keep([...before.records, ...store.get().records])
  const listen = (event: StorageEvent) => {
    if (account !== null && event.key === requestsKey(account)) load()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Requests that this tab has started. Only this tab passes them to the wallet; other tabs of the account do not. */
const begunHere = new Set<string>()

/** Returns true once for a request that this tab has started. */
export const takeBegun = (uuid: string): boolean => begunHere.delete(uuid)

export function addRequest(record: RequestRecord): void {
  begunHere.add(record.uuid)
  keep([record, ...store.get().records.filter(({ uuid }) => uuid !== record.uuid)])
}

/** Returns the record with a reply and, after a draw, with the transaction to sign. */
function withReply(record: RequestRecord, reply: CheckReply): RequestRecord {
  return { ...record, reply, references: record.references ?? reply.references ?? null }
}

/** Stores a reply. A final request does not change. */
export function recordReply(uuid: string, reply: CheckReply): void {
  keep(
    store
      .get()
      .records.map((record) => (record.uuid === uuid && !isOver(record) ? withReply(record, reply) : record)),
  )
}

/** Records that someone else has bought the work of an open request. */
export function recordGone(uuid: string): void {
  const { records } = store.get()
  if (records.some((record) => record.uuid === uuid && record.isGone !== true && !isOver(record)))
    keep(records.map((record) => (record.uuid === uuid ? { ...record, isGone: true } : record)))
}

export function clearFinished(): void {
  keep(store.get().records.filter((record) => !isOver(record)))
}

export function showRequest(uuid: string | null): void {
  change({ shownRequest: uuid })
}

export const openTray = (): void => change({ trayOpen: true })
export const closeTray = (): void => change({ trayOpen: false })

export function shownRequest(): string | null {
  return store.get().shownRequest
}

/** Resolves to the final reply of a request. */
export function whenOver(uuid: string): Promise<CheckReply> {
  return new Promise((resolve) => {
    const look = () => {
      const record = store.get().records.find((storedRecord) => storedRecord.uuid === uuid)
      if (record === undefined || record.reply === null || !isOver(record)) return
      unsubscribe()
      resolve(record.reply)
    }
    const unsubscribe = store.subscribe(look)
    look()
  })
}

export const useRequests = (): State => useStore(store)
