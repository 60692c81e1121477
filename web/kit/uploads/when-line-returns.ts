const minPauseMs = 5_000
const maxPauseMs = 60_000
const maxAskedMs = 3_600_000

/**
 * Calls `again` when the browser is online again, and from time to time while it claims to be: the server can be unreachable
 * on a working network. The pauses grow from 5 s to a minute. A pause that the server asks for is kept in full, up to an hour.
 */
export function whenLineReturns(again: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = minPauseMs
  const forget = () => {
    clearTimeout(timer)
    window.removeEventListener('online', returned)
  }
  const returned = () => {
    forget()
    pauseMs = minPauseMs
    again()
  }
  return {
    watch: (askedMs: number | null = null) => {
      if (askedMs === null) window.addEventListener('online', returned)
      timer = setTimeout(
        () => {
          forget()
          again()
        },
        Math.max(pauseMs, Math.min(askedMs ?? 0, maxAskedMs)),
      )
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
    },
    forget,
  }
}
