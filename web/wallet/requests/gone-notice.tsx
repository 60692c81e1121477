import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#web/messages.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useLive } from '#web/kit/live/use-live.ts'
import { useAccount } from '#web/wallet/session/session.ts'
import { NextBest } from './next-best.tsx'
import css from './pending-request.module.css'
import type { RequestRecord } from './request-record.ts'
import { recordGone } from './request-store.ts'

/** Warns a buyer whose request is still open in the wallet that someone else has bought the work. */
export function GoneNotice({ record, nftokenID }: { record: RequestRecord; nftokenID: string }) {
  const client = useQueryClient()
  const query = operationQuery('getNft', { query: { id: nftokenID } })
  const { data } = useQuery(query)
  // An on-demand item has no event topic until it is minted.
  const topics = nftokenID.length === 64 ? [`work:${nftokenID}`] : []
  useLive(topics, () => void client.invalidateQueries({ queryKey: query.queryKey }))
  return data === undefined ? null : <Gone record={record} nftokenID={nftokenID} owner={data.nft.owner} />
}

interface GoneProps {
  record: RequestRecord
  nftokenID: string
  owner: string
}

function Gone({ record: { uuid, isGone: wasGone = false }, nftokenID, owner }: GoneProps) {
  const account = useAccount()
  const [seller] = useState(owner)
  const isGone = wasGone || (owner !== seller && owner !== account)
  useEffect(() => {
    if (isGone) recordGone(uuid)
  }, [isGone, uuid])
  if (!isGone) return null
  return (
    <div role="alert" className={css.gone}>
      <p>{t('Another collector has just bought it. Reject the request in your wallet: you pay nothing.')}</p>
      <div className={css.next}>
        <NextBest nftokenID={nftokenID} />
      </div>
    </div>
  )
}
