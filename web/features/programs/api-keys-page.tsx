import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxApiKeys } from '#contract/limits/api-keys.ts'
import type { ApiKey, CreatedApiKey } from '#contract/schemas/api-keys.ts'
import { t, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Section } from '#web/ui/section.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import { Example } from './example.tsx'
import css from './programs.module.css'
import { apiKeysQuery } from './queries.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'

const day = new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'medium' })
const dayOf = (date: string) => day.format(new Date(date))

/** API keys for programs that read data and prepare requests for the account's own wallet. */
export function ApiKeysPage() {
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('API keys')}</h1>
      <p className={css.lead}>
        {rich(
          'A program with your key can read the marketplace, and prepare requests that you sign in your wallet. It can never sign, change your profile, or create other keys. <link>How to use it</link>',
          {
            link: <a href="/api">{slot}</a>,
          },
        )}
      </p>
      {account === null ? (
        <Message
          title={t('Connect your wallet to create a key')}
          action={<Button onClick={() => openConnect(() => undefined)}>{t('Connect Wallet')}</Button>}
        />
      ) : (
        <Own account={account} />
      )}
    </div>
  )
}

function Own({ account }: { account: string }) {
  const query = useQuery(apiKeysQuery(account))
  const queryClient = useQueryClient()
  const [createdKey, setCreated] = useState<CreatedApiKey | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(account).queryKey })
  return (
    <div className={css.columns}>
      <div>
        {createdKey !== null && <NewKey createdKey={createdKey} onDone={() => setCreated(null)} />}
        <QueryStates
          query={query}
          pending={
            <>
              <LoadingNote subject={t('your keys')} />
              <Skeleton height="10rem" />
            </>
          }
        >
          {({ keys }) =>
            keys.length === 0 ? (
              <div className={css.empty}>
                <Message title={t('You have no keys yet')}>
                  <p>{t('Use one key per app so you can revoke it separately.')}</p>
                </Message>
                <Example
                  title={t('A program sends its key with every request:')}
                  code={`curl '${location.origin}/api/account/nfts?account=${account}' \\\n  -H 'Authorization: Bearer opx_...'`}
                />
              </div>
            ) : (
              <ul className={css.list} aria-label={t('Your keys')}>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onEnded={refresh} />
                ))}
              </ul>
            )
          }
        </QueryStates>
      </div>
      {/* Below the list on phones, so that the form does not move when the list loads. */}
      {!query.isLoading && (
        <KeyForm
          onCreated={(newKey) => {
            setCreated(newKey)
            void refresh()
          }}
        />
      )}
    </div>
  )
}

/** Shows the new key, which is displayed only once. */
function NewKey({ createdKey, onDone }: { createdKey: CreatedApiKey; onDone: () => void }) {
  return (
    <section className={`${css.card} ${css.fresh}`} aria-label={t('Your new key')} role="status">
      <h2 className={css.url}>{t('Copy the key of “{name}” now', { name: createdKey.name })}</h2>
      <p className={css.note}>
        {t('It will not be shown again. Anyone who has it can read your account and prepare requests.')}
      </p>
      <p className={css.secret}>
        <code>{createdKey.key}</code>
        <CopyButton text={createdKey.key} subject={t('the key')} />
      </p>
      <Button size="small" onClick={onDone}>
        {t('I have stored it')}
      </Button>
    </section>
  )
}

function KeyRow({ apiKey, onEnded }: { apiKey: ApiKey; onEnded: () => void }) {
  const { id, name, createdAt, lastUsedAt } = apiKey
  const [isEnding, setEnding] = useState(false)
  const end = useMutation({
    mutationFn: () => call('endApiKey', { body: { id } }),
    onSuccess: () => announce({ title: t('“{name}” has ended', { name }), tone: 'good' }),
    onError: (error: Error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: onEnded,
  })
  return (
    <li className={css.card}>
      <div>
        <h2 className={css.url}>{name}</h2>
        <p className={css.note}>
          {lastUsedAt === null
            ? t('Created on {day} · never used', { day: dayOf(createdAt) })
            : t('Created on {day} · last used on {used}', { day: dayOf(createdAt), used: dayOf(lastUsedAt) })}
        </p>
      </div>
      <div className={css.actions}>
        {isEnding ? (
          <>
            <Button size="small" look="primary" busy={end.isPending} onClick={() => end.mutate()}>
              {t('End it permanently')}
            </Button>
            <Button size="small" onClick={() => setEnding(false)}>
              {t('Keep')}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => setEnding(true)}>
            {t('End')}
          </Button>
        )}
      </div>
    </li>
  )
}

/**
 * Creates a key. If the server refuses, the form keeps its text and idempotency key, so that a repeated call creates
 * only one API key.
 */
function KeyForm({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const [name, setName] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const [isSubmitted, setSubmitted] = useState(false)
  const create = useMutation({
    mutationFn: () => call('createApiKey', { body: { id, name: name.trim() } }),
    onSuccess: ({ data }) => {
      setName('')
      setId(crypto.randomUUID())
      setSubmitted(false)
      onCreated(data)
    },
  })
  const nameError = isSubmitted && name.trim() === '' ? t('Give the key a name.') : null
  return (
    <Section title={t('Make a key')}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setSubmitted(true)
          if (name.trim() !== '' && !create.isPending) create.mutate()
        }}
      >
        <Field
          label={t('Name')}
          value={name}
          onChange={setName}
          placeholder={t('Price watcher')}
          hint={t('What the program is for. You can have {maxApiKeys} keys.', { maxApiKeys })}
          error={nameError ?? (create.error === null ? null : sentenceOf(create.error))}
        />
        <RetryButton error={create.error} type="submit" look="primary" busy={create.isPending}>
          {t('Make key')}
        </RetryButton>
      </form>
    </Section>
  )
}
