import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, useEffect } from 'react'
import type { DroppedLine } from '#contract/rules/access-lists.ts'
import type { PrivateCollection } from '#contract/schemas/collections.ts'
import { t, rich } from '#web/messages.ts'
import { joinSentences } from '#web/joined.ts'
import { sentenceOf } from '#web/api/error.ts'
import { privateInfoQuery } from '#web/kit/collections/queries.ts'
import { RetryButton } from '#web/kit/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { announce } from '#web/ui/toasts.ts'
import { useFileDrop } from '#web/ui/use-file-drop.ts'
import css from './access-list.module.css'
import { type ListDraft, storedListDraft } from './list-draft.ts'
import { importedLines, type ListKind, listKinds } from './list-kinds.ts'

/** Cached results of address checks. */
const earlierResults = new Map<string, boolean>()

/**
 * Returns a function that tells whether the server would accept an address. The codec loads when the first list opens;
 * until then every address passes. X-addresses fail, because they can contain a tag, which lists do not support.
 */
function useIsAddress(text: string): (address: string) => boolean {
  const [, rerender] = useState(0)
  useEffect(() => {
    const addresses = text.match(/(?<![0-9A-Za-z])r[0-9A-Za-z]{24,34}(?![0-9A-Za-z])/g) ?? []
    const fresh = [...new Set(addresses)].filter((address) => !earlierResults.has(address))
    if (fresh.length === 0) return
    const check = async () => {
      const { isValidClassicAddress } = await import('ripple-address-codec')
      for (const address of fresh) earlierResults.set(address, isValidClassicAddress(address))
      rerender((times) => times + 1)
    }
    // Offline, the codec cannot load. The server checks every line when the list is saved.
    check().catch(() => undefined)
  }, [text])
  return (address) => address.startsWith('r') && earlierResults.get(address) !== false
}

interface AccessListFormProps {
  kind: ListKind
  collection: PrivateCollection
  account: string
}

function download(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Edits the list as text and checks each line while the user types. */
export function AccessListForm({ kind, collection, account }: AccessListFormProps) {
  const list = listKinds[kind]
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const draftStorage = storedListDraft(account, kind, collection._id)
  const [draft, setDraft] = useState(() => draftStorage.read() ?? list.present(collection))
  const change = (changes: Partial<ListDraft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    draftStorage.tryWrite(next)
  }
  /** Lines that the server ignored, shown until the text changes. */
  const [droppedLines, setDropped] = useState<DroppedLine[] | null>(null)
  const { entries, dropped: wrong } = list.read(draft.text, useIsAddress(draft.text))
  const type = (text: string) => {
    setDropped(null)
    change(draft.decided ? { text } : { text, enabled: list.read(text, () => true).entries.length > 0 })
  }
  const add = async (pickedFile: File | undefined) => {
    if (pickedFile === undefined) return
    const lines = importedLines(await pickedFile.text())
    type(draft.text.trim() === '' ? lines : `${draft.text.trimEnd()}\n${lines}`)
  }
  const { place } = useFileDrop<HTMLDivElement>(({ files }) => void add(files[0]))
  const save = useMutation({
    mutationFn: () => list.save({ collectionID: collection._id, text: draft.text, enabled: draft.enabled }),
    onSuccess: (reply) => {
      draftStorage.remove()
      setDraft((current) => ({ ...current, decided: true }))
      setDropped(reply.dropped ?? [])
      announce({ title: String(reply.data), tone: 'good' })
      void queryClient.invalidateQueries({
        queryKey: privateInfoQuery(account, collection._id).queryKey,
      })
    },
  })
  const visibleLines = droppedLines !== null && droppedLines.length > 0 ? droppedLines : wrong
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <h2 className={css.title}>{list.title}</h2>
      <p className={css.note}>{list.explains}</p>
      <p role="status">{list.holds(collection)}</p>
      <Checkbox checked={draft.enabled} onChange={(enabled) => change({ enabled, decided: true })}>
        {list.enabled}
      </Checkbox>
      <div className={css.area} {...place}>
        <label htmlFor={id}>{t('Addresses')}</label>
        <textarea
          id={id}
          rows={14}
          spellCheck={false}
          value={draft.text}
          placeholder={list.placeholder}
          aria-describedby={`${id}-below`}
          onChange={({ target }) => type(target.value)}
        />
        <p id={`${id}-below`} className={css.note}>
          {joinSentences(
            list.format,
            wrong.length > 0
              ? t(
                  '{count, plural, one {# address, {wrong, number} invalid.} other {# addresses, {wrong, number} invalid.}}',
                  { count: entries.length, wrong: wrong.length },
                )
              : t('{count, plural, one {# address.} other {# addresses.}}', { count: entries.length }),
          )}
        </p>
      </div>
      <DroppedLines lines={visibleLines} isSaved={droppedLines !== null && droppedLines.length > 0} />
      <div role="alert">
        {save.isError && (
          <p className={css.error}>
            {t('{sentenceOf} Your entries are still here.', { sentenceOf: sentenceOf(save.error) })}
          </p>
        )}
      </div>
      <div className={css.actions}>
        <RetryButton error={save.error} type="submit" look="primary" size="large" busy={save.isPending}>
          {t('Save {title}', { title: list.title })}
        </RetryButton>
        <Button size="large" onClick={() => file.current?.click()}>
          {t('Import')}
        </Button>
        <Button
          size="large"
          disabled={draft.text.trim() === ''}
          onClick={() => download(`${kind}-${collection._id}.txt`, `${draft.text.trim()}\n`)}
        >
          {t('Export')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('Import the {kind}', { kind })}
          accept=".txt,.csv,text/plain,text/csv"
          onChange={({ target }) => {
            void add(target.files?.[0])
            target.value = ''
          }}
        />
      </div>
    </form>
  )
}

const maxShown = 20

/** Ignored lines, each with its reason. */
function DroppedLines({ lines, isSaved }: { lines: DroppedLine[]; isSaved: boolean }) {
  return (
    <div role="status" className={css.dropped}>
      {lines.length > 0 && (
        <>
          <p>{isSaved ? t('These lines were left out:') : t('These lines will be left out:')}</p>
          <ul>
            {lines.slice(0, maxShown).map(({ line, text, reason }) => (
              <li key={line}>
                {rich('Line {line}, {code}: {reason}', { line, code: <code>{text}</code>, reason })}
              </li>
            ))}
          </ul>
          {lines.length > maxShown && (
            <p>{t('And {value, number} more.', { value: lines.length - maxShown })}</p>
          )}
        </>
      )}
    </div>
  )
}
