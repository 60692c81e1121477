import type { ReactNode } from 'react'
import { t } from '#web/messages.ts'
import { readCredentials } from '#web/api/credentials.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { Button } from '#web/ui/button.tsx'
import { Message } from '#web/ui/message.tsx'
import { RetryButton } from './retry-button.tsx'

interface QueryStatesProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Placeholder while there is no data and no error. */
  pending: ReactNode
  /** Shown for an empty list. A string is shown as a message. */
  empty?: ReactNode
  children: (data: T) => ReactNode
}

/** Renders the state of a query: its data, an error with Try Again, or a placeholder. */
export function QueryStates<T>({ query, pending, empty, children }: QueryStatesProps<T>) {
  const { data, error, refetch } = query
  if (data === undefined) return error === null ? pending : <QueryError error={error} retry={refetch} />
  if (empty === undefined || !Array.isArray(data) || data.length > 0) return children(data)
  return typeof empty === 'string' ? <Message title={empty} /> : empty
}

interface QueryErrorProps {
  error: Error | null
  retry: () => unknown
  children?: ReactNode
}

export function QueryError({ error, retry, children }: QueryErrorProps) {
  const isStale = error instanceof ApiError && error.code === 'fresh_sign_in_required'
  const signIn = async () => {
    if (await readCredentials().signInAgain()) retry()
  }
  return (
    <Message
      tone="error"
      title={sentenceOf(error)}
      action={
        isStale ? (
          <Button look="primary" onClick={() => void signIn()}>
            {t('Sign in again')}
          </Button>
        ) : (
          <RetryButton error={error} onClick={() => void retry()} />
        )
      }
    >
      {children}
    </Message>
  )
}
