import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import css from './page-error.module.css'

/** A page that could not be drawn: why, and a way to try again that also asks the server again. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const retry = () => {
    boundary.reset()
    reset()
    void router.invalidate()
  }
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div className={css.page}>
      <Message
        tone="error"
        title={sentenceOf(error)}
        action={
          <Button look="primary" onClick={retry}>
            Try Again
          </Button>
        }
      >
        <p>Your wallet and what you own are not touched by this.</p>
        {requestId !== null && <p>Request {requestId}</p>}
      </Message>
    </div>
  )
}
