import { sentence } from '#contract/words/sentence.ts'
import { Refusal } from '#contract/words/refusal.ts'

interface SlotLimits {
  /** Maximum number of forms in progress per isolate: each uses some ten megabytes, and an isolate has 128 MB. */
  perIsolate: number
  perAccount: number
  /** Maximum time that a form waits for a slot, with its body unread. */
  maxWaitMs: number
  /** Time after which a slot expires. A form that the platform aborted never releases its slot. */
  expiresMs: number
}

export const formSlotLimits: SlotLimits = {
  perIsolate: 4,
  perAccount: 2,
  maxWaitMs: 5000,
  expiresMs: 15 * 60_000,
}

const pollMs = 50

/** Limits how many forms are received at once. */
export function createFormSlots({ perIsolate, perAccount, maxWaitMs, expiresMs }: SlotLimits) {
  const slots = new Set<{ account: string; since: number }>()

  function tryTake(account: string): (() => void) | null {
    const now = Date.now()
    for (const slot of slots) if (now - slot.since > expiresMs) slots.delete(slot)
    const ownSlots = [...slots].filter((slot) => slot.account === account).length
    // Each further slot of an account requires one more free slot, so that accounts with several slots leave some for
    // others.
    if (perIsolate - slots.size <= ownSlots || ownSlots >= perAccount) return null
    const slot = { account, since: now }
    slots.add(slot)
    return () => void slots.delete(slot)
  }

  /** Returns the function that releases the slot. Throws Refusal('forms_busy'). */
  return async function take(account: string): Promise<() => void> {
    const deadline = Date.now() + maxWaitMs
    // Polls, because in Workers one request cannot wake another.
    for (;;) {
      const release = tryTake(account)
      if (release !== null) return release
      if (Date.now() >= deadline) break
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    throw new Refusal(
      'forms_busy',
      sentence(
        'Too many forms with files are being uploaded at the moment. Wait until your other files are uploaded, then try again.',
      ),
      { retryAfterSeconds: 10 },
    )
  }
}
