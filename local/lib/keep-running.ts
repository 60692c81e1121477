import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from './log.ts'
import { messageOf } from './stack-error.ts'

/** A part of the local stack; `ended` resolves when it has ended, requested or not. */
export interface RunningPart {
  ended: Promise<void>
  close: () => Promise<void>
}

export interface KeptPart<T> {
  current: () => T
  close: () => Promise<void>
}

const attempts = 8
const firstPauseMs = 250

/**
 * Restarts a part when it ends unexpectedly, and announces both events. Gives up after 8 attempts within about half a
 * minute, with a message about what to do.
 * @throws the error of the first start
 */
export async function keepRunning<T extends RunningPart>(
  name: string,
  start: () => Promise<T>,
  announce: Log,
): Promise<KeptPart<T>> {
  let current = await start()
  const closeController = new AbortController()

  async function startAgain(): Promise<T | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await start()
      } catch (error) {
        if (closeController.signal.aborted) return null
        if (attempt === attempts) {
          announce(`${name} cannot be restarted: ${messageOf(error)} Stop with Ctrl-C and start again.`)
          return null
        }
        await wait(firstPauseMs * 2 ** (attempt - 1), undefined, { signal: closeController.signal }).catch(
          () => null,
        )
      }
    }
  }

  async function watch(): Promise<void> {
    for (;;) {
      await current.ended
      if (closeController.signal.aborted) return
      announce(`${name} ended unexpectedly and is being started again.`)
      const next = await startAgain()
      if (next === null) return
      current = next
      if (closeController.signal.aborted) return
      announce(`${name} is running again.`)
    }
  }

  const watchPromise = watch()
  return {
    current: () => current,
    close: async () => {
      closeController.abort()
      await current.close()
      await watchPromise
      // The part may have been restarted while the previous instance was being closed.
      await current.close()
    },
  }
}
