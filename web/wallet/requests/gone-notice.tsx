import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useLive } from '#web/kit/live/use-live.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { NextBest } from './next-best.tsx'
import css from './pending-request.module.css'

/** Warns a buyer whose request is still open in the wallet that someone else has bought the work. */
export function GoneNotice({ nftokenID }: { nftokenID: string }) {
  const client = useQueryClient()
  const query = operationQuery('getNft', { query: { id: nftokenID } })
  const { data } = useQuery(query)
  // An on-demand item has no event topic until it is minted.
  const topics = nftokenID.length === 64 ? [`work:${nftokenID}`] : []
  useLive(topics, () => void client.invalidateQueries({ queryKey: query.queryKey }))
  return data === undefined ? null : <Gone nftokenID={nftokenID} owner={data.nft.owner} />
}

function Gone({ nftokenID, owner }: { nftokenID: string; owner: string }) {
  const account = useAccount()
  const [seller] = useState(owner)
  if (owner === seller || owner === account) return null
  return (
    <div role="alert" className={css.gone}>
      <p>{t('Another collector has just bought it. Reject the request in your wallet: you pay nothing.')}</p>
      <div className={css.next}>
        <NextBest nftokenID={nftokenID} />
      </div>
    </div>
  )
}
