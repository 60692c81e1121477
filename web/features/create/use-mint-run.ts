import { maxRows } from '#contract/schemas/batch.ts'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, requestFailed } from '#web/api/error.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'
import type { RowEnd } from '#web/wallet/runs/run-state.ts'
import { createRunStore, useRun } from '#web/wallet/runs/run-store.ts'
import { useOneSignature } from '#web/wallet/session/use-one-signature.ts'
import { useRunQueue } from '#web/wallet/runs/use-run-queue.ts'
import { rowOutcome, useRunOutcome } from '#web/wallet/runs/use-run-outcome.ts'
import { emptyMints, jobOf } from './mint-state.ts'

/** Returns the storage key of a page's mints. Single and bulk mints share a key; multiple has its own. */
export function mintKey(account: string, page: 'nft' | 'multiple'): string {
  return `opx_mints:${account}:${page}`
}

export const mintStore = createRunStore(emptyMints)

const unclear = t(
  'The signer signed the request. But something went wrong. Confirm the transaction on bithomp before clicking the Retry button.',
)

const keptEnd: RowEnd = {
  status: 'success',
  message: t('Saved by the marketplace. It is minted when someone buys it.'),
  txid: null,
  nftId: null,
  again: false,
}

/**
 * Returns how a row ended; null while it is pending. Unlike in other runs, a row with an unclear outcome can be
 * retried: a row is never minted twice.
 */
export function mintOutcome(reply: CheckReply): RowEnd | null {
  const end = rowOutcome(reply)
  return end?.status === 'signed' ? { ...end, message: unclear, again: true } : end
}

/**
 * Mints the queued rows, several at a time if one signature can cover them, and polls the rows that are in the wallet.
 */
export function useMintRun(key: string) {
  const state = useRun(mintStore, key)
  const isOneSignature = useOneSignature()
  const waitMs = useRunQueue(mintStore, key, isOneSignature !== null, {
    prepare: (id) =>
      jobOf(mintStore.read(key), id) === null
        ? t('This row no longer exists.')
        : { key: crypto.randomUUID() },
    send: async (id) => {
      const now = mintStore.read(key)
      const job = jobOf(now, id)
      const request = now.rows[id]?.asked
      if (job === null || request === undefined || request === null)
        throw new ApiError(requestFailed, { code: 'unreadable' })
      const options = { idempotencyKey: request.key }
      if (job.demand !== null) {
        await call('addDemandItem', { form: { ...job.fields, ...job.demand, rowKey: id } }, options)
        return { end: keptEnd }
      }
      const answer = await call('mintNft', { form: { ...job.fields, ...job.mint, rowKey: id } }, options)
      if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
      const draft = {
        action: 'mintNft' as const,
        title: job.title,
        picture: job.picture,
        batch: true,
      }
      return { uuid: keepRequest(draft, answer.data) }
    },
    groupRequester: {
      sizeOf: (id) =>
        isOneSignature === true && jobOf(mintStore.read(key), id)?.demand === null ? maxRows.mint : 1,
      send: async (ids) => {
        const now = mintStore.read(key)
        const rows = ids.flatMap((id) => {
          const job = jobOf(now, id)
          return job === null ? [] : [{ ...job.fields, ...job.mint, rowKey: id }]
        })
        const idempotencyKey = now.rows[ids[0] ?? '']?.asked?.key ?? ''
        const answer = await call('mintNfts', { body: { rows } }, { idempotencyKey })
        if (answer.status !== 'pending') throw new ApiError(requestFailed, { code: 'unreadable' })
        const draft = {
          action: 'mintNfts' as const,
          title: t('{count} works', { count: ids.length }),
          batch: true,
        }
        return { uuid: keepRequest(draft, answer.data) }
      },
    },
    noAnswer: t('Connection Error'),
  })
  const nameOf = (id: string) => state.rows[id]?.label ?? t('another work')
  return { state, waitMs, reply: useRunOutcome(mintStore, key, mintOutcome, nameOf) }
}
