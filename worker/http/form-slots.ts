import { Refusal } from '#worker/contract/refusal.ts'

interface SlotLimits {
  /** Of all forms in progress in this isolate: each holds some ten megabytes, and an isolate has 128 MB. */
  perIsolate: number
  perAccount: number
  /** How long a form waits for another to end, with its body unread. */
  patienceMs: number
  /** A form that was cut off by the platform has not given its slot back; after this long it counts no more. */
  expiresMs: number
}

export const formSlotLimits: SlotLimits = {
  perIsolate: 4,
  perAccount: 2,
  patienceMs: 5000,
  expiresMs: 15 * 60_000,
}

const pollMs = 50

/** Bounds how many forms are received at once. */
export function createFormSlots({ perIsolate, perAccount, patienceMs, expiresMs }: SlotLimits) {
  const taken = new Set<{ account: string; since: number }>()

  function tryTake(account: string): (() => void) | null {
    const now = Date.now()
    for (const slot of taken) if (now - slot.since > expiresMs) taken.delete(slot)
    const own = [...taken].filter((slot) => slot.account === account).length
    if (taken.size >= perIsolate || own >= perAccount) return null
    const slot = { account, since: now }
    taken.add(slot)
    return () => void taken.delete(slot)
  }

  /** Answers how to give the slot back. Throws Refusal('forms_busy'). */
  return async function take(account: string): Promise<() => void> {
    const deadline = Date.now() + patienceMs
    // By timers of its own: in Workers a request cannot be woken by another one.
    for (;;) {
      const release = tryTake(account)
      if (release !== null) return release
      if (Date.now() >= deadline) break
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    throw new Refusal(
      'forms_busy',
      'Too many forms with files are being received at the moment. Wait until your other files are sent, then try again.',
      { retryAfterSeconds: 10 },
    )
  }
}
