import { maxRows } from '#contract/schemas/batch.ts'
import type { OfferTransaction } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { listingOf } from '#web/wallet/offer-transaction.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'
import { useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import { useRunQueue } from '#web/wallet/runs/use-run-queue.ts'
import { batchStore, rowOf } from './batch-state.ts'
import type { OwnWork } from './own-work.ts'

interface Offers {
  /** Returns the token of a row; undefined until the list is loaded. */
  tokenOf: (id: string) => OwnWork | undefined
  /** Returns the offer as typed in a row; null if it is invalid. */
  transactionOf: (id: string) => OfferTransaction | null
}

/**
 * Requests the queued offers, several at a time if one signature can cover them. Returns the pause for the rate limit
 * in milliseconds; null without a pause.
 */
export function useBatchQueue(key: string, ready: boolean, offers: Offers): number | null {
  const { tokenOf, transactionOf } = offers
  const isOneSignature = useOneSignature()
  return useRunQueue(batchStore, key, ready && isOneSignature !== null, {
    prepare: (id) => {
      const txjson = transactionOf(id)
      const valid = txjson !== null && tokenOf(id) !== undefined
      return valid ? { key: crypto.randomUUID(), txjson } : t('This row has no valid price.')
    },
    send: async (id) => {
      const { asked: requestKey } = rowOf(batchStore.read(key), id)
      const token = tokenOf(id)
      if (requestKey === null || token === undefined)
        throw new ApiError(requestFailed, { code: 'unreadable' })
      const { txjson } = requestKey
      const answer = await call(
        'requestTransaction',
        { body: { txjson } },
        { idempotencyKey: requestKey.key },
      )
      if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
      const draft = {
        action: 'listForSale' as const,
        nftokenID: id,
        title: token.name,
        picture: token.image?.kind === 'image' && token.image.explicit !== true ? token.image.src : null,
        amount: txjson.Amount,
        batch: true,
      }
      return { uuid: keepRequest(draft, answer.data) }
    },
    groupRequester: {
      sizeOf: () => (isOneSignature === true ? maxRows.list : 1),
      send: async (ids) => {
        const { rows } = batchStore.read(key)
        const requests = ids.flatMap((id) => rows[id]?.asked ?? [])
        const body = { rows: requests.map(({ txjson }) => listingOf(txjson)) }
        const answer = await call('listManyForSale', { body }, { idempotencyKey: requests[0]?.key ?? '' })
        if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
        const draft = {
          action: 'listManyForSale' as const,
          title: t('{count} works', { count: ids.length }),
          batch: true,
        }
        return { uuid: keepRequest(draft, answer.data) }
      },
    },
    noAnswer: t('There was no response. Try Again repeats the same request; it does not add a second offer.'),
  })
}
