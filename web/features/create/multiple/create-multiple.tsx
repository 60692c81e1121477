import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { jobOf, type OnDemandPlace, settingsOf, workOf } from '#web/features/create/mint-draft.ts'
import { MintRun } from '#web/features/create/mint-run.tsx'
import {
  addJobs,
  addPortion,
  isReadyForPortion,
  unsavedWorks,
  removeRows,
} from '#web/features/create/mint-state.ts'
import minting from '#web/features/create/minting.module.css'
import { mintKey, mintStore } from '#web/features/create/use-mint-run.ts'
import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { isRunning } from '#web/wallet/runs/run-state.ts'
import { useRun } from '#web/wallet/runs/run-store.ts'
import page from '#web/ui/page.module.css'
import { announce } from '#web/ui/toasts.ts'
import { ChooseStep } from './choose-step.tsx'
import { noMedia } from './match-media.ts'
import {
  emptyMultiple,
  type Item,
  type MultipleDraft,
  readMultiple,
  storeMultiple,
} from './multiple-draft.ts'
import { ReviewStep } from './review-step.tsx'

/**
 * Mints many NFTs, each with its own media and metadata, for the connected account. `taxon` belongs to the collection
 * from whose page the user came.
 */
export function CreateMultiple({ taxon }: { taxon: string | null }) {
  const account = useAccount()
  if (account === null) return null
  const store = mintKey(account, 'multiple')
  return (
    <div className={page.wide}>
      <h1 className={minting.title}>{t('Create many NFTs')}</h1>
      <StoredSteps key={account} account={account} store={store} taxon={taxon} />
    </div>
  )
}

interface StepsProps {
  account: string
  store: string
  taxon: string | null
}

function StoredSteps(props: StepsProps) {
  const { account } = props
  const { data: storedDraft } = useQuery({
    queryKey: ['drafts', account, 'multiple'],
    queryFn: () => readMultiple(account),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return storedDraft === undefined ? null : <Steps {...props} storedDraft={storedDraft} />
}

/**
 * Stores the draft after each change. A write of thousands of works takes long, so only the latest change waits for it
 * to finish.
 */
function useStoredDraft(account: string, storedDraft: MultipleDraft | null) {
  const [draft, setDraft] = useState(() => ({ ...emptyMultiple, ...storedDraft }))
  const latest = useRef(draft)
  const isWriting = useRef(false)
  useEffect(() => {
    latest.current = draft
    const writeLatest = async () => {
      if (isWriting.current) return
      isWriting.current = true
      let lastDraft: MultipleDraft
      do {
        lastDraft = latest.current
        await storeMultiple(account, lastDraft)
      } while (lastDraft !== latest.current)
      isWriting.current = false
    }
    void writeLatest()
  }, [account, draft])
  return [draft, setDraft] as const
}

function Steps({ account, store, taxon, storedDraft }: StepsProps & { storedDraft: MultipleDraft | null }) {
  const [draft, setDraft] = useStoredDraft(account, storedDraft)
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map())
  const mints = useRun(mintStore, store)
  const addFiles = (newFiles: File[]) =>
    setFiles((before) => new Map([...before, ...newFiles.map((file): [string, File] => [file.name, file])]))
  // Another tab may have begun to save works of this list.
  useEffect(() => {
    setDraft((now) => {
      const items = now.items.filter(({ id }) => mints.rows[id] === undefined)
      return items.length === now.items.length ? now : { ...now, items }
    })
  }, [mints, setDraft])
  const mint = useCallback(
    (onDemand: OnDemandPlace, items: readonly Item[]): boolean => {
      const jobs = items.flatMap((item) =>
        item.kept === null
          ? []
          : [
              {
                job: jobOf({ ...item, display: item.kept, attachment: null }, draft, onDemand),
                count: 1,
                key: item.id,
                ...(onDemand !== null || (item.price ?? '').trim() === ''
                  ? {}
                  : { price: item.price?.trim() }),
              },
            ],
      )
      try {
        const add = onDemand === null ? addJobs : addPortion
        mintStore.change(store, (state) => add(state, jobs))
      } catch {
        announce({ title: t("This browser's storage is full or blocked."), tone: 'bad' })
        return false
      }
      const queuedItems = new Set(items)
      const rest = draft.items.filter((item) => !queuedItems.has(item))
      setDraft({ ...draft, items: rest })
      if (rest.length > 0) return true
      setFiles(new Map())
      window.scrollTo({ top: 0 })
      return true
    },
    [store, draft, setDraft],
  )
  const [edits, setEdits] = useState(0)
  /**
   * Returns works that are not saved to the list, which stops its uploads, because all uploaded works of a running list are sent. The
   * files of these works are uploaded, and files of other works may have the same name.
   */
  const edit = () => {
    setEdits(edits + 1)
    const works = unsavedWorks(mints)
    const items = works.map(({ id, job, display }) => ({
      ...workOf(job),
      id,
      media: noMedia,
      price: '',
      kept: display,
    }))
    const [first] = works
    const settings = first === undefined || draft.items.length > 0 ? {} : settingsOf(first.job)
    mintStore.change(store, (state) => removeRows(state, new Set(items.map(({ id }) => id))))
    setDraft({ ...draft, ...settings, items: [...items, ...draft.items] })
  }
  const run = <MintRun key={store} store={store} account={account} onEdit={edit} />
  if (draft.items.length === 0)
    return (
      <>
        {run}
        {!isRunning(mints) && (
          <ChooseStep
            onChosen={(items, media) => {
              addFiles(media)
              setDraft({ ...draft, items })
            }}
          />
        )}
      </>
    )
  return (
    <>
      {run}
      <ReviewStep
        key={edits}
        account={account}
        taxon={taxon}
        draft={draft}
        files={files}
        onChange={setDraft}
        onFiles={addFiles}
        canMint={isReadyForPortion(mints)}
        onMint={mint}
        onBack={() => {
          setFiles(new Map())
          setDraft({ ...draft, items: [] })
        }}
      />
    </>
  )
}
