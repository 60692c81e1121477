import { useSyncExternalStore } from 'react'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { isOver, type RequestRecord } from './request-record.ts'
import { loadRequests, requestsKey, saveRequests } from './request-storage.ts'

interface State {
  account: string | null
  records: readonly RequestRecord[]
  /** The request whose dialog is open. */
  shown: string | null
}

let state: State = { account: null, records: [], shown: null }
const listeners = new Set<() => void>()

function set(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

function keep(records: readonly RequestRecord[]): void {
  if (state.account !== null) saveRequests(localStorage, state.account, records)
  set({ records })
}

/** Takes up the requests of an account; null for a visitor. Other tabs' changes are followed. */
export function followRequests(account: string | null): () => void {
  const read = () => set({ account, records: account === null ? [] : loadRequests(localStorage, account) })
  read()
  if (account === null) set({ shown: null })
  const listen = (event: StorageEvent) => {
    if (account !== null && event.key === requestsKey(account)) read()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

export function addRequest(record: RequestRecord): void {
  keep([record, ...state.records.filter(({ uuid }) => uuid !== record.uuid)])
}

/** Notes an answer. A request that is over stays as it is. */
export function noteReply(uuid: string, reply: CheckReply): void {
  keep(
    state.records.map((record) => (record.uuid === uuid && !isOver(record) ? { ...record, reply } : record)),
  )
}

export function forgetFinished(): void {
  keep(state.records.filter((record) => !isOver(record)))
}

export function showRequest(uuid: string | null): void {
  set({ shown: uuid })
}

export function shownRequest(): string | null {
  return state.shown
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The answer that ends a request, whenever it comes. */
export function whenOver(uuid: string): Promise<CheckReply> {
  return new Promise((resolve) => {
    const look = () => {
      const record = state.records.find((each) => each.uuid === uuid)
      if (record === undefined || record.reply === null || !isOver(record)) return
      listeners.delete(look)
      resolve(record.reply)
    }
    listeners.add(look)
    look()
  })
}

export function useRequests(): State {
  return useSyncExternalStore(subscribe, () => state)
}
