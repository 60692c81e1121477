const minPauseMs = 5_000
const maxPauseMs = 60_000
const maxRequestedMs = 3_600_000

/**
 * Calls `retry` when the browser comes back online, and at intervals while it reports being online, because the server
 * can be unreachable on a working network. Intervals grow from 5 s to 1 min, or last as long as the server requests, up
 * to 1 h.
 */
export function retryWhenOnline(retry: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = minPauseMs
  const forget = () => {
    clearTimeout(timer)
    window.removeEventListener('online', onOnline)
  }
  const onOnline = () => {
    forget()
    pauseMs = minPauseMs
    retry()
  }
  return {
    watch: (requestedMs: number | null = null) => {
      if (requestedMs === null) window.addEventListener('online', onOnline)
      timer = setTimeout(
        () => {
          forget()
          retry()
        },
        Math.max(pauseMs, Math.min(requestedMs ?? 0, maxRequestedMs)),
      )
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    },
    forget,
  }
}
