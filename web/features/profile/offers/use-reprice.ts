import { useEffect } from 'react'
import { maxRows } from '#contract/schemas/batch.ts'
import type { AccountOffer } from '#contract/schemas/profiles.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { listingOf } from '#web/wallet/offer-transaction.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'
import { useRun } from '#web/wallet/runs/run-store.ts'
import { rowOutcome, useRunOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { useRunQueue } from '#web/wallet/runs/use-run-queue.ts'
import { useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import {
  cancelRow,
  listedRows,
  type OwnOffers,
  repriceKey,
  type RepriceRow,
  repriceStore,
  requestOf,
  retryReprice,
  rowOf,
  standsBeside,
  startReprice,
  stopUncancelled,
} from './reprice-state.ts'

type Asked = NonNullable<RepriceRow['asked']>

const createUnreadableError = () => new ApiError(requestFailed, { code: 'unreadable' })

/**
 * Changes the prices of several listings: seven with one signature, or one by one after the cancellation of the old
 * offers.
 */
export function useReprice(account: string, offers: readonly AccountOffer[]) {
  const key = repriceKey(account)
  const state = useRun(repriceStore, key)
  const isOneSignature = useOneSignature()
  const rows = listedRows(state, offers)
  const nameOf = (id: string) =>
    id === cancelRow
      ? t('the cancellation')
      : (rows.find((group) => group.id === id)?.name ?? t('another work'))

  const prepare = (id: string): Asked | string => {
    const request = requestOf(repriceStore.read(key), id)
    return typeof request === 'string' ? request : { ...request, key: crypto.randomUUID() }
  }

  const askedOf = (ids: string[]) => ids.flatMap((id) => rowOf(repriceStore.read(key), id).asked ?? [])

  /** Replaces all rows with one signature, all or nothing. */
  async function replace(ids: string[]) {
    const requests = askedOf(ids)
    const rows = requests.flatMap(({ txjson, replaces }) =>
      txjson.TransactionType === 'NFTokenCreateOffer' ? [{ txjson: listingOf(txjson), replaces }] : [],
    )
    const answer = await call('changePrices', { body: { rows } }, { idempotencyKey: requests[0]?.key ?? '' })
    if (answer.status !== 'pending') throw createUnreadableError()
    const title = ids.length === 1 ? nameOf(ids[0] ?? '') : t('{count} works', { count: ids.length })
    return { uuid: keepRequest({ action: 'changePrices', title, batch: true }, answer.data) }
  }

  async function send(id: string) {
    const [request] = askedOf([id])
    if (request === undefined) throw createUnreadableError()
    if (isOneSignature === true && id !== cancelRow) return replace([id])
    if (id !== cancelRow && standsBeside(repriceStore.read(key), request))
      throw new ApiError(t('Its old offer must be cancelled first. Try Again does that.'), {
        code: 'batch_unavailable',
        status: 409,
      })
    const { txjson } = request
    const answer = await call('requestTransaction', { body: { txjson } }, { idempotencyKey: request.key })
    if (answer.status !== 'pending') throw createUnreadableError()
    const draft =
      txjson.TransactionType === 'NFTokenCreateOffer'
        ? {
            action: 'listForSale' as const,
            nftokenID: id,
            title: nameOf(id),
            amount: txjson.Amount,
            batch: true,
          }
        : { action: 'cancelOffers' as const, title: t('Your old offers'), batch: true }
    return { uuid: keepRequest(draft, answer.data) }
  }

  const waitMs = useRunQueue(repriceStore, key, isOneSignature !== null, {
    prepare,
    send,
    groupRequester: {
      sizeOf: (id) => (isOneSignature === true && id !== cancelRow ? maxRows.reprice : 1),
      send: replace,
    },
    noAnswer: t(
      'There was no response. Try Again repeats the same request; it does not add a second change.',
    ),
  })
  const reply = useRunOutcome(repriceStore, key, rowOutcome, nameOf)
  useEffect(() => {
    if (stopUncancelled(state) !== state) repriceStore.change(key, stopUncancelled)
  }, [state, key])
  const repriceOptions = () => ({ account, isOneSignature: isOneSignature === true, now: new Date() })
  return {
    key,
    state,
    reply,
    waitMs,
    nameOf,
    ready: isOneSignature !== null,
    rows,
    run: (selection: readonly OwnOffers[]) =>
      repriceStore.change(key, (now) => startReprice(now, selection, repriceOptions())),
    again: (ids: readonly string[]) =>
      repriceStore.change(key, (now) =>
        retryReprice(
          now,
          rows.filter(({ id }) => ids.includes(id)),
          repriceOptions(),
        ),
      ),
  }
}
