import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import page from '#web/ui/page.module.css'
import { MintForm } from './mint-form.tsx'
import { MintRun } from '#web/features/create/mint-run.tsx'
import { addJobs } from '#web/features/create/mint-state.ts'
import css from '#web/features/create/minting.module.css'
import { mintKey, mintStore } from '#web/features/create/use-mint-run.ts'

/** Single and bulk mint for the connected account. */
export function CreateNft() {
  const account = useAccount()
  if (account === null) return null
  const store = mintKey(account, 'nft')
  return (
    <div className={page.wide}>
      <h1 className={css.title}>{t('Create NFTs')}</h1>
      <MintRun key={store} store={store} account={account} />
      <MintForm
        key={account}
        account={account}
        onMint={(job, count) => {
          mintStore.change(store, (state) => addJobs(state, [{ job, count }]))
          window.scrollTo({ top: 0 })
        }}
      />
    </div>
  )
}
