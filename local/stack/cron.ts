import { setTimeout as wait } from 'node:timers/promises'

export interface Cron {
  /** Ends the pause between two runs. During a run, another run follows immediately. */
  wake: () => void
  stop: () => Promise<void>
}

/** Runs the scheduled handler once and waits until it ends. Returns whether it succeeded. */
export async function fireCron(workerUrl: string, signal?: AbortSignal): Promise<boolean> {
  const url = `${workerUrl}/cdn-cgi/local/scheduled?cron=*+*+*+*+*`
  const response = await fetch(url, signal === undefined ? {} : { signal })
  return (await response.text()) === 'ok'
}

/** Runs the scheduled handler every `everyMs`, one run at a time. Cloudflare runs it once a minute. */
export function startCron(workerUrl: string, everyMs: number, onFailure: (reason: string) => void): Cron {
  const stopController = new AbortController()
  const { signal } = stopController
  let wakeController = new AbortController()
  async function loop(): Promise<void> {
    while (!signal.aborted) {
      const pause = new AbortController()
      wakeController = pause
      try {
        if (!(await fireCron(workerUrl, signal))) onFailure('the scheduled run failed')
      } catch (error) {
        if (signal.aborted) return
        // The worker may be restarting, so the next run tries again.
        onFailure(error instanceof Error ? error.message : String(error))
      }
      await wait(everyMs, undefined, { signal: AbortSignal.any([signal, pause.signal]) }).catch(
        () => undefined,
      )
    }
  }
  const loopPromise = loop()
  return {
    wake: () => wakeController.abort(),
    stop: async () => {
      stopController.abort()
      await loopPromise
    },
  }
}
