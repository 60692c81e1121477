import { useCallback, useEffect, useState } from 'react'
import { jobOf, type OnDemandPlace } from './mint-draft.ts'
import { MintRun } from './mint-run.tsx'
import { addJobs } from './mint-state.ts'
import minting from './minting.module.css'
import { mintKey, mintStore } from './use-mint-run.ts'
import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { announce } from '#web/ui/toasts.ts'
import { ChooseStep } from './choose-step.tsx'
import { emptyMultiple, storedMultiple, storeInstead } from './multiple-draft.ts'
import { ReviewStep } from './review-step.tsx'

/** Mints many NFTs, each with its own media and metadata, for the connected account. `taxon` is that of the collection it came from. */
export function CreateMultiple({ taxon }: { taxon: string | null }) {
  const account = useAccount()
  if (account === null) return null
  const store = mintKey(account, 'multiple')
  return (
    <div className={page.wide}>
      <h1 className={minting.title}>{t('Create many NFTs')}</h1>
      <MintRun key={store} store={store} account={account} />
      <Steps key={account} account={account} store={store} taxon={taxon} />
    </div>
  )
}

function Steps({ account, store, taxon }: { account: string; store: string; taxon: string | null }) {
  const [draft, setDraft] = useState(() => ({ ...emptyMultiple, ...storedMultiple(account).read() }))
  const [files, setFiles] = useState<ReadonlyMap<string, File>>(new Map())
  useEffect(() => {
    const storage = storedMultiple(account)
    if (draft.items.length === 0) storage.remove()
    else storage.tryWrite(draft)
  }, [account, draft])
  const know = (added: File[]) =>
    setFiles((before) => new Map([...before, ...added.map((file): [string, File] => [file.name, file])]))
  const mint = useCallback(
    (onDemand: OnDemandPlace) => {
      const jobs = draft.items.flatMap((item) =>
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
        storeInstead(account, draft, () => mintStore.change(store, (state) => addJobs(state, jobs)))
      } catch {
        return announce({ title: t('The storage of this browser is full or blocked.'), tone: 'bad' })
      }
      setDraft({ ...draft, items: [] })
      setFiles(new Map())
      window.scrollTo({ top: 0 })
    },
    [account, store, draft],
  )
  if (draft.items.length === 0)
    return (
      <ChooseStep
        onChosen={(items, media) => {
          know(media)
          setDraft({ ...draft, items })
        }}
      />
    )
  return (
    <ReviewStep
      account={account}
      taxon={taxon}
      draft={draft}
      files={files}
      onChange={setDraft}
      onFiles={know}
      onMint={mint}
      onBack={() => {
        setFiles(new Map())
        setDraft({ ...draft, items: [] })
      }}
    />
  )
}
