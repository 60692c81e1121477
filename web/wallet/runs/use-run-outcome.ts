import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CheckReply, OutcomeRow } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { ApiError } from '#web/api/error.ts'
import { operationQuery } from '#web/api/queries.ts'
import { finish, requeue, type RowEnd, rowInWallet, rowsInWallet, type RunState } from './run-state.ts'
import { type RunStore, useRun } from './run-store.ts'

const pollMs = 2000
const unknownRequest: CheckReply = {
  status: 'failed',
  data: t('The marketplace no longer has this request.'),
}

/** Returns the outcome of a row from a reply about its request; null until the reply is final. */
export function rowOutcome(reply: CheckReply): RowEnd | null {
  const ids = { txid: reply.outcome?.txid ?? reply.txid ?? null, nftId: reply.outcome?.nftokenID ?? null }
  switch (reply.status) {
    case 'pending':
      return null
    case 'success':
      return { status: 'success', message: null, again: false, ...ids }
    case 'rejected':
      return {
        status: 'rejected',
        message: t('You rejected to sign.'),
        again: true,
        ...ids,
      }
    case 'expired':
      return { status: 'rejected', message: t('It was not signed in time.'), again: true, ...ids }
    case 'signed':
      return {
        status: 'signed',
        message: t('The signer signed the request. But something went wrong.'),
        again: false,
        ...ids,
      }
    case 'failed':
      return {
        status: 'failed',
        message: reply.data ?? t('The request is failed.'),
        again: true,
        ...ids,
      }
  }
}

function endOfRow(row: OutcomeRow, stoppedBy: string | null): RowEnd {
  const ids = { txid: row.txid, nftId: row.nftokenID }
  if (row.status === 'success') return { status: 'success', message: null, again: false, ...ids }
  if (row.status === 'failed') return { status: 'failed', message: row.message, again: true, ...ids }
  const message =
    stoppedBy === null ? row.message : t('Not carried out, because {stoppedBy} failed.', { stoppedBy })
  return { status: 'ready', message, again: false, ...ids }
}

/**
 * Returns the outcome of each row that a request covers; null until the reply is final. The server identifies a row by
 * its row key or its NFT. `nameOf` names the row that made the others fail.
 */
export function groupOutcome(
  reply: CheckReply,
  ids: readonly string[],
  endOf: (reply: CheckReply) => RowEnd | null,
  nameOf: (id: string) => string,
): Map<string, RowEnd> | null {
  const whole = endOf(reply)
  if (whole === null) return null
  const rows = reply.outcome?.rows ?? []
  const find = (id: string) => rows.find(({ rowKey, nftokenID }) => rowKey === id || nftokenID === id)
  const stoppedId = ids.find((id) => find(id)?.status === 'failed' && find(id)?.txid === null)
  const stoppedBy = stoppedId === undefined ? null : nameOf(stoppedId)
  return new Map(
    ids.map((id) => {
      const row = find(id)
      return [id, row === undefined ? whole : endOfRow(row, stoppedBy)]
    }),
  )
}

/** Finishes the rows of a request. If the wallet cannot sign it, requests its rows again. */
export function endRows<S extends RunState>(state: S, uuid: string, ends: ReadonlyMap<string, RowEnd>): S {
  const unsigned = [...ends.values()].every(({ status }) => status === 'rejected')
  if (state.apart === uuid && unsigned) return requeue(state, [...ends.keys()])
  return [...ends].reduce((next, [id, end]) => finish(next, id, end), state)
}

const unnamedRow = () => t('another row')

/** Polls the request of the rows in the wallet until it is final. Returns the latest reply. */
export function useRunOutcome<S extends RunState>(
  store: RunStore<S>,
  key: string,
  endOf: (reply: CheckReply) => RowEnd | null,
  nameOf: (id: string) => string = unnamedRow,
): CheckReply | undefined {
  const inWallet = rowInWallet(useRun(store, key))
  const { data, error } = useQuery({
    ...operationQuery('checkSignRequest', { params: { uuid: inWallet?.uuid ?? '' } }),
    enabled: inWallet !== null,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const reply = error instanceof ApiError && error.status === 404 ? unknownRequest : data
  const uuid = inWallet?.uuid ?? null
  const nameRef = useRef(nameOf)
  useEffect(() => {
    nameRef.current = nameOf
  })
  useEffect(() => {
    if (uuid === null || reply === undefined) return
    const ends = groupOutcome(reply, rowsInWallet(store.read(key)), endOf, nameRef.current)
    if (ends === null) return
    store.change(key, (state) => endRows(state, uuid, ends))
  }, [store, key, uuid, reply, endOf])
  return inWallet === null ? undefined : reply
}
