import { type ComponentProps, Suspense, useId } from 'react'
import { ApiError } from '#web/api/error.ts'
import { t } from '#web/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'
import { useNow } from '#web/ui/use-now.ts'

const WaitClock = lazyCode(async () => (await import('./retry-wait.tsx')).WaitClock)
const WaitSentence = lazyCode(async () => (await import('./retry-wait.tsx')).WaitSentence)

const tickMs = 500

type Wait = { ms: number; until: number }

/**
 * Returns the wait that a refusal demands. Excludes a busy network, whose dialog already offers to wait or to continue.
 */
function waitOf(error: unknown): Wait | null {
  if (!(error instanceof ApiError) || error.retryAfterMs === null || error.code === 'network_busy')
    return null
  return { ms: error.retryAfterMs, until: error.receivedAt + error.retryAfterMs }
}

interface RetryButtonProps extends ComponentProps<typeof Button> {
  /** The refusal of the last attempt. */
  error: unknown
}

/**
 * Retries an action. If the server refused it with a wait, counts down before it can be clicked again. Screen readers
 * get the wait as a description that changes rarely, and one announcement at the end.
 */
export function RetryButton({
  error,
  children = t('Try Again'),
  onClick,
  unready,
  ...rest
}: RetryButtonProps) {
  const id = useId()
  const wait = waitOf(error)
  const now = useNow(tickMs, wait !== null)
  // Until the first tick, `now` is older than the refusal.
  const msLeft = wait === null ? 0 : Math.min(wait.ms, wait.until - now)
  const isWaiting = msLeft > 0
  return (
    <>
      <Button
        {...rest}
        unready={isWaiting || unready === true}
        // Also prevents submitting a form.
        onClick={isWaiting ? (event) => event.preventDefault() : onClick}
        {...(isWaiting ? { 'aria-describedby': id } : {})}
      >
        {children}
        <Suspense fallback={null}>{isWaiting && <WaitClock left={msLeft} />}</Suspense>
      </Button>
      <Suspense fallback={null}>{wait !== null && <WaitSentence id={id} leftMs={msLeft} />}</Suspense>
    </>
  )
}
