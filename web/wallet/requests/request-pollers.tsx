import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { ApiError } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { useSettings } from '#web/api/use-settings.ts'
import { removeFromCart } from '#web/kit/cart/cart-store.ts'
import { announce } from '#web/ui/toasts.ts'
import { takeToWallet } from '#web/wallet/signers/take-to-wallet.ts'
import { isOver, type RequestRecord } from './request-record.ts'
import { requestResult } from './request-result.ts'
import { recordReply, showRequest, shownRequest, takeBegun, useRequests } from './request-store.ts'

const pollMs = 2000

/** Actions that remove the work from the cart, because it was bought or burned. */
const takes = new Set<RequestRecord['action']>([
  'buyNow',
  'buyDirectly',
  'acceptSellOffer',
  'acceptTransfer',
  'buyOnDemand',
  'buyRandom',
  'burn',
])

const unknownRequest: CheckReply = {
  status: 'failed',
  code: 'not_found',
  data: t('The marketplace no longer has this request.'),
}

/** Polls every open request of the account until it is final, even while its dialog is closed. */
export function RequestPollers() {
  const { records } = useRequests()
  return records
    .filter((record) => !isOver(record))
    .map((record) => <RequestPoller key={record.uuid} record={record} />)
}

function RequestPoller({ record }: { record: RequestRecord }) {
  const client = useQueryClient()
  const { tokens } = useSettings()
  const { data, error, refetch } = useQuery({
    ...operationQuery('checkSignRequest', { params: { uuid: record.uuid } }),
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  // A failed poll is repeated at the next interval. Only an unknown request ends the polling.
  const reply = error instanceof ApiError && error.status === 404 ? unknownRequest : data
  const replyKey = JSON.stringify(record.reply)
  useEffect(() => {
    if (reply === undefined || JSON.stringify(reply) === replyKey) return
    recordReply(record.uuid, reply)
    if (reply.status === 'pending') return
    if (reply.status === 'success' && takes.has(record.action)) {
      const nftIds = [record.nftokenID, reply.outcome?.nftokenID].filter((id) => typeof id === 'string')
      removeFromCart(nftIds)
    }
    // Clears the balance until the new one is loaded, because nothing may be computed from the old one.
    void client.resetQueries({ queryKey: ['getBalance'] })
    const isOtherQuery = ({ queryKey: [name] }: Query) => name !== 'checkSignRequest' && name !== 'getBalance'
    void client.invalidateQueries({ predicate: isOtherQuery })
    const result = requestResult({ ...record, reply }, tokens)
    if (result === null || record.batch || shownRequest() === record.uuid) return
    announce({
      title: result.title,
      text: result.sentence,
      tone: result.tone,
      action: { label: t('Show'), run: () => showRequest(record.uuid) },
    })
  }, [reply, replyKey, record, client, tokens])
  const wallet = record.references?.wallet
  const { uuid } = record.references ?? record
  useEffect(() => {
    if (wallet === undefined || !takeBegun(record.uuid)) return
    void takeToWallet(uuid, wallet, refetch)
  }, [wallet, uuid, record.uuid, refetch])
  return null
}
