import { useSyncExternalStore } from 'react'
import { shortenAddress } from '#contract/rules/accounts.ts'
import type { People, Person } from '#contract/schemas/people.ts'

const peopleByAccount = new Map<string, Person>()
const listeners = new Set<() => void>()

interface Carrier {
  people?: People
  /** Pages of an infinite query. */
  pages?: unknown[]
}

const isCarrier = (reply: unknown): reply is Carrier => typeof reply === 'object' && reply !== null

/** Stores the names that a reply contains for the accounts it mentions. */
export function learnPeople(reply: unknown): void {
  let hasChanged = false
  const carriers: unknown[] = Array.isArray(reply) ? reply : [reply]
  for (const carrier of carriers) {
    if (!isCarrier(carrier)) continue
    const { people = {}, pages = [] } = carrier
    for (const page of pages) learnPeople(page)
    for (const [account, person] of Object.entries(people)) {
      if (JSON.stringify(peopleByAccount.get(account)) === JSON.stringify(person)) continue
      peopleByAccount.set(account, person)
      hasChanged = true
    }
  }
  if (hasChanged) for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the name and picture of an account, if a reply has contained them. */
export const usePerson = (account: string): Person | undefined =>
  useSyncExternalStore(subscribe, () => peopleByAccount.get(account))

/** Returns the name of an account, or its shortened address, for use in sentences. */
export const nameOf = (account: string): string =>
  peopleByAccount.get(account)?.name ?? shortenAddress(account)
