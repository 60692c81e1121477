import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'
import { WorkSummary } from '#web/wallet/work-summary.tsx'
import summary from '#web/wallet/work-summary.module.css'
import css from './connect-dialog.module.css'
import { pendingStorage, readWish } from './pending-connect.ts'

/** The work for which a visitor connects a wallet, shown so that it stays in view. Renders nothing if there is none. */
export function WishedWork() {
  const [wish] = useState(() => readWish(pendingStorage(), Date.now()))
  return wish === null ? null : <Wished nftokenID={wish.nftokenID} />
}

function Wished({ nftokenID }: { nftokenID: string }) {
  const { data } = useQuery(nftQuery(nftokenID))
  if (data === undefined) return null
  return (
    <div className={css.wished}>
      <WorkSummary nft={data.nft} collection={data.collection?.name ?? null}>
        <p className={summary.quiet}>{t('You continue with this work. Connecting costs nothing.')}</p>
      </WorkSummary>
    </div>
  )
}
