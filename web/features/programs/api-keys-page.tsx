import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxApiKeys } from '#worker/contract/api-key-limits.ts'
import type { ApiKey, CreatedApiKey } from '#worker/contract/api-keys.ts'
import { m, rich, slot } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { QueryStates } from '#web/kit/query-states.tsx'
import { usePageMeta } from '#web/kit/use-page-meta.ts'
import { openConnect } from '#web/wallet/session/connect-prompt.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Message } from '#web/ui/message.tsx'
import page from '#web/ui/page.module.css'
import { Section } from '#web/ui/section.tsx'
import { LoadingNote, Skeleton } from '#web/ui/skeleton.tsx'
import { announce } from '#web/ui/toasts.ts'
import css from './programs.module.css'
import { apiKeysQuery } from './queries.ts'
import { regionalLocale } from '#web/ui/regional-locale.ts'

const day = new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'medium' })
const dayOf = (date: string) => day.format(new Date(date))

/** Keys of programs that read, and prepare requests for the own wallet. */
export function ApiKeysPage() {
  usePageMeta({ title: `${m.meta_api_keys} · OPX` })
  const account = useAccount()
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{m.programs_api_keys_page_api_keys}</h1>
      <p className={css.lead}>
        {rich.programs_api_keys_page_program_key_reads_marketplace({
          link: <a href="/api">{slot}</a>,
        })}
      </p>
      {account === null ? (
        <Message
          title={m.programs_api_keys_page_connect_wallet_make_key}
          action={<Button onClick={() => openConnect(() => undefined)}>{m.common_connect_wallet}</Button>}
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
  const [created, setCreated] = useState<CreatedApiKey | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(account).queryKey })
  return (
    <div className={css.columns}>
      <div>
        {created !== null && <NewKey created={created} onDone={() => setCreated(null)} />}
        <QueryStates
          query={query}
          pending={
            <>
              <LoadingNote what={m.programs_api_keys_page_your_keys} />
              <Skeleton height="10rem" />
            </>
          }
        >
          {({ keys }) =>
            keys.length === 0 ? (
              <Message title={m.programs_api_keys_page_no_keys_yet}>
                <p>{m.programs_api_keys_page_make_each_program_can}</p>
              </Message>
            ) : (
              <ul className={css.list} aria-label={m.programs_api_keys_page_your_keys_label}>
                {keys.map((key) => (
                  <KeyRow key={key.id} apiKey={key} onEnded={refresh} />
                ))}
              </ul>
            )
          }
        </QueryStates>
      </div>
      {/* Below the list on phones: it would move when the list comes. */}
      {!query.isLoading && (
        <KeyForm
          onCreated={(made) => {
            setCreated(made)
            void refresh()
          }}
        />
      )}
    </div>
  )
}

/** The key itself, which is shown this once. */
function NewKey({ created, onDone }: { created: CreatedApiKey; onDone: () => void }) {
  return (
    <section
      className={`${css.card} ${css.fresh}`}
      aria-label={m.programs_api_keys_page_your_new_key}
      role="status"
    >
      <h2 className={css.url}>{m.programs_api_keys_page_copy_key_now({ name: created.name })}</h2>
      <p className={css.note}>{m.programs_api_keys_page_not_shown_again_whoever}</p>
      <p className={css.secret}>
        <code>{created.key}</code>
        <CopyButton text={created.key} what={m.programs_api_keys_page_the_key} />
      </p>
      <Button size="small" onClick={onDone}>
        {m.programs_api_keys_page_i_have_stored_it}
      </Button>
    </section>
  )
}

function KeyRow({ apiKey, onEnded }: { apiKey: ApiKey; onEnded: () => void }) {
  const { id, name, createdAt, lastUsedAt } = apiKey
  const [ending, setEnding] = useState(false)
  const end = useMutation({
    mutationFn: () => call('endApiKey', { body: { id } }),
    onSuccess: () => announce({ title: m.programs_api_keys_page_has_ended({ name }), tone: 'good' }),
    onError: (error: Error) => announce({ title: sentenceOf(error), tone: 'bad' }),
    onSettled: onEnded,
  })
  return (
    <li className={css.card}>
      <div>
        <h2 className={css.url}>{name}</h2>
        <p className={css.note}>
          {lastUsedAt === null
            ? m.programs_api_keys_page_made_never_used({ day: dayOf(createdAt) })
            : m.programs_api_keys_page_made_last_used({ day: dayOf(createdAt), used: dayOf(lastUsedAt) })}
        </p>
      </div>
      <div className={css.actions}>
        {ending ? (
          <>
            <Button size="small" look="primary" busy={end.isPending} onClick={() => end.mutate()}>
              {m.programs_api_keys_page_end_it_for_good}
            </Button>
            <Button size="small" onClick={() => setEnding(false)}>
              {m.programs_api_keys_page_keep}
            </Button>
          </>
        ) : (
          <Button size="small" onClick={() => setEnding(true)}>
            {m.programs_api_keys_page_end}
          </Button>
        )}
      </div>
    </li>
  )
}

/** What was typed stays when it is refused. The id stays, too, until the key is made: a repeated call makes one key. */
function KeyForm({ onCreated }: { onCreated: (key: CreatedApiKey) => void }) {
  const [name, setName] = useState('')
  const [id, setId] = useState(() => crypto.randomUUID())
  const [checked, setChecked] = useState(false)
  const create = useMutation({
    mutationFn: () => call('createApiKey', { body: { id, name: name.trim() } }),
    onSuccess: ({ data }) => {
      setName('')
      setId(crypto.randomUUID())
      setChecked(false)
      onCreated(data)
    },
  })
  const nameError = checked && name.trim() === '' ? m.programs_api_keys_page_give_key_name : null
  return (
    <Section title={m.programs_api_keys_page_make_a_key}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (name.trim() !== '' && !create.isPending) create.mutate()
        }}
      >
        <Field
          label={m.programs_api_keys_page_name}
          value={name}
          onChange={setName}
          placeholder={m.programs_api_keys_page_price_watcher}
          hint={m.programs_api_keys_page_program_can_keys({ maxApiKeys })}
          error={nameError ?? (create.error === null ? null : sentenceOf(create.error))}
        />
        <Button type="submit" look="primary" busy={create.isPending}>
          {m.programs_api_keys_page_make_key}
        </Button>
      </form>
    </Section>
  )
}
