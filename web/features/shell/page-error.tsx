import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Message } from '#web/ui/message.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import css from './page-error.module.css'

const codeMissing = t('You are offline, and this page has not been loaded yet.')

/**
 * Shown if a page cannot be rendered: the reason and a Try Again button that also refetches. Other errors than server
 * replies may be code that failed to load, and browsers cache that failure until the document is reloaded.
 */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const boundary = useQueryErrorResetBoundary()
  const isApiError = error instanceof ApiError
  const online = useOnline()
  const retry = () => {
    if (!isApiError && navigator.onLine) {
      window.location.reload()
      return
    }
    boundary.reset()
    reset()
    void router.invalidate()
  }
  const requestId = isApiError ? error.requestId : null
  // Reload when the network returns.
  const [startedOffline] = useState(!online && !isApiError)
  useEffect(() => {
    if (startedOffline && online) window.location.reload()
  }, [startedOffline, online])
  return (
    <div className={css.page}>
      <Message
        tone="error"
        title={!isApiError && !online ? codeMissing : sentenceOf(error)}
        action={<RetryButton error={error} look="primary" onClick={retry} />}
      >
        <p>{t('Your wallet and your works are not affected.')}</p>
        {requestId !== null && <p>{t('Request {requestId}', { requestId })}</p>}
      </Message>
    </div>
  )
}
