import { Suspense, useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyCode } from '#web/ui/lazy-code.ts'

const UpdateDialog = lazyCode(async () => (await import('./update-dialog.tsx')).UpdateDialog)

/** Changes the metadata of a mutable NFT. Only for its issuer, even if another account owns it. */
export function UpdateNft({ nft }: { nft: Nft }) {
  const account = useAccount()
  const [open, setOpen] = useState(false)
  if (account === null || account !== nft.issuer) return null
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{t('Update metadata')}</Button>
      {open && (
        <Suspense fallback={null}>
          <UpdateDialog nft={nft} account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
