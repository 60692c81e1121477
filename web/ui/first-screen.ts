/**
 * Name of the performance mark for the moment when the first screen is drawn and the browser is idle. `npm run
 * lighthouse` reads it.
 */
const mark = 'first-screen'
const maxWaitMs = 2000

let isOver = false
let end: (() => void) | undefined
const over = new Promise<void>((resolve) => {
  end = resolve
})

let turn = over

/**
 * Defers work that the first screen does not need. Runs it when the first screen is drawn and the browser is idle, each
 * piece in its own task.
 */
export function afterFirstScreen<T>(work: () => T | Promise<T>): Promise<T> {
  turn = turn.then(() => new Promise((resolve) => setTimeout(resolve)))
  return turn.then(work)
}

export const isFirstScreenOver = () => isOver

/** Ends the first screen, which starts the deferred work. Called when the first screen is drawn. */
export function endFirstScreen(): void {
  const finish = () => {
    performance.mark(mark)
    isOver = true
    end?.()
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(finish, { timeout: maxWaitMs })
  else setTimeout(finish)
}
