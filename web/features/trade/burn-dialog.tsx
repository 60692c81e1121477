import { useState } from 'react'
import type { Nft } from '#contract/schemas/nfts.ts'
import { t } from '#web/messages.ts'
import { nftTitle } from '#web/kit/nfts/nft-title.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/wallet/confirm-dialog.tsx'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'

interface BurnDialogProps {
  nft: Nft
  account: string
  onClose: () => void
}

/** The confirm step of a burn, with a checkbox because it is irreversible. */
export function BurnDialog({ nft, account, onClose }: BurnDialogProps) {
  const { busy, refusal, ask } = useSigning(onClose)
  const [sure, setSure] = useState(false)
  const burn = () =>
    ask(
      'requestTransaction',
      { body: { txjson: { TransactionType: 'NFTokenBurn', Account: account, NFTokenID: nft.nftokenID } } },
      nftRequest(nft, { action: 'burn', amount: null, retry: { action: 'burn' } }),
    )
  return (
    <ConfirmDialog
      title={t('Burn {nftTitle}', { nftTitle: nftTitle(nft) })}
      description={t('This destroys the work permanently. You receive nothing.')}
      action={t('Burn')}
      busy={busy}
      signs="burn"
      barred={!sure}
      refusal={refusal}
      onConfirm={() => void burn()}
      onClose={onClose}
    >
      <WorkSummary nft={nft} collection={nft.collectionInfo?.name ?? null} />
      <Checkbox checked={sure} onChange={setSure}>
        {t('I understand that {nftTitle} will be gone permanently', { nftTitle: nftTitle(nft) })}
      </Checkbox>
    </ConfirmDialog>
  )
}
