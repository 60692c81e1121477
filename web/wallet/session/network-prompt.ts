import type { ApiError } from '#web/api/error.ts'
import { createStore, useStore } from '#web/ui/store.ts'

/** The current cost of a transaction. `waiting` is true until the cost drops. Null while the dialog is closed. */
export type NetworkPrompt = { costDrops: bigint; waiting: boolean } | null
type Choice = 'again' | 'left'

/** Cost in drops below which the user is not asked. A busy ledger costs at least 5,000. */
const normalLimitDrops = 1000n
/** Maximum limit that the server accepts, in drops. */
const maxLimitDrops = 10_000_000n
/** Time after an agreement during which the user is not asked again, unless the cost doubles. */
const agreementMs = 180_000
const usualPauseMs = 8000

const prompt = createStore<NetworkPrompt>(null)
let afterwards: ((choice: Choice) => void)[] = []
let agreement = { limit: normalLimitDrops, until: 0 }

function answer(choice: Choice) {
  const callbacks = afterwards
  afterwards = []
  for (const then of callbacks) then(choice)
}

/** Returns the highest transaction cost that the user agrees to, in drops. */
export const costLimit = (): string =>
  String(Date.now() < agreement.until ? agreement.limit : normalLimitDrops)

/** Shows the current transaction cost. Resolves to true if the call should be repeated, immediately or after a wait. */
export async function networkBusy({ costDrops, retryAfterMs }: ApiError): Promise<boolean> {
  const cost = BigInt(costDrops ?? 0)
  // The user agreed to this cost while the call was in progress.
  if (cost <= BigInt(costLimit())) return true
  const isWaiting = prompt.get()?.waiting ?? false
  prompt.set({ costDrops: cost, waiting: isWaiting })
  if (isWaiting) setTimeout(() => prompt.get()?.waiting && answer('again'), retryAfterMs ?? usualPauseMs)
  return new Promise((resolve) => {
    afterwards.push((choice) => resolve(choice === 'again'))
  })
}

/** Ends the wait, because a call was no longer refused for its cost. */
export function networkAnswered(): void {
  if (prompt.get()?.waiting) prompt.set(null)
}

export function goOn(): void {
  const doubledCost = (prompt.get()?.costDrops ?? 0n) * 2n
  agreement = {
    limit: doubledCost < maxLimitDrops ? doubledCost : maxLimitDrops,
    until: Date.now() + agreementMs,
  }
  prompt.set(null)
  answer('again')
}

/** Repeats the call every few seconds until the cost is normal. */
export function waitForLess(): void {
  const now = prompt.get()
  if (now !== null) prompt.set({ ...now, waiting: true })
  answer('again')
}

export function leaveNetworkPrompt(): void {
  prompt.set(null)
  answer('left')
}

export const useNetworkPrompt = (): NetworkPrompt => useStore(prompt)
