const shortestMs = 5_000
const longestMs = 60_000

/**
 * Calls `again` when the browser is online again, and from time to time while it claims to be: the server can be unreachable
 * on a working network. The pauses grow from 5 s to a minute.
 */
export function whenLineReturns(again: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pauseMs = shortestMs
  const forget = () => {
    clearTimeout(timer)
    window.removeEventListener('online', returned)
  }
  const returned = () => {
    forget()
    pauseMs = shortestMs
    again()
  }
  return {
    watch: () => {
      window.addEventListener('online', returned)
      timer = setTimeout(() => {
        forget()
        again()
      }, pauseMs)
      pauseMs = Math.min(pauseMs * 2, longestMs)
    },
    forget,
  }
}
