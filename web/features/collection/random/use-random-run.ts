import { useEffect, useRef, useState } from 'react'
import type { CollectionInfo } from '#worker/contract/collection-info.ts'
import type { CheckReply } from '#worker/contract/sign-requests.ts'
import { m } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/error.ts'
import { showRequest, whenClosed, whenOver } from '#web/wallet/requests/request-store.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'

/** The result of one draw. */
export interface DrawResult {
  key: string
  status: 'success' | 'signed' | 'rejected' | 'failed'
  /** The message to show. */
  data: string
  nftokenID: string | null
  /** Hash of the transaction, if there is one. */
  txid: string | null
  dispatchedResult: string | null
}

export interface RunOptions {
  quantity: number
  promoCode: string | null
  /** Null when prices differ. */
  priceDrops: string | null
  /** Whether only items at that price are drawn. */
  chosen: boolean
}

const words: Record<Exclude<CheckReply['status'], 'pending'>, string> = {
  success: m.collection_use_random_run_bought,
  signed: m.collection_use_random_run_signer_signed_request_but,
  rejected: m.collection_use_random_run_request_rejected_signer,
  expired: m.collection_use_random_run_request_not_signed_time,
  failed: m.collection_use_random_run_the_request_is_failed,
}

function resultOf(key: string, reply: CheckReply): DrawResult {
  const { status, outcome } = reply
  const shown = status === 'pending' || status === 'expired' ? 'failed' : status
  return {
    key,
    status: shown,
    data: reply.data ?? (status === 'pending' ? words.failed : words[status]),
    nftokenID: shown === 'success' ? (outcome?.nftokenID ?? null) : null,
    txid: outcome?.txid ?? reply.txid ?? null,
    dispatchedResult: reply.dispatched_result ?? null,
  }
}

const failed = (data: string): DrawResult => ({
  key: crypto.randomUUID(),
  status: 'failed',
  data,
  nftokenID: null,
  txid: null,
  dispatchedResult: null,
})

/** Draws one item after another, each with its own signature. The first failure ends the run. */
export function useRandomRun({ _id: collection, name }: Pick<CollectionInfo, '_id' | 'name'>) {
  const [left, setLeft] = useState(0)
  const [results, setResults] = useState<DrawResult[]>([])
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])

  const drawOne = async ({ promoCode, priceDrops, chosen }: RunOptions): Promise<DrawResult> => {
    try {
      const body = {
        collection_id: collection,
        ...(promoCode === null ? {} : { promoCode }),
        ...(chosen && priceDrops !== null ? { expectedAmount: priceDrops } : {}),
      }
      const answer = await call('buyRandom', { body })
      if (answer.status !== 'pending') return failed(words.failed)
      const uuid = keepRequest(
        {
          purpose: 'buy_random',
          title: m.collection_use_random_run_an_item_of({ name }),
          amount: priceDrops,
        },
        answer.data,
      )
      showRequest(uuid)
      return resultOf(uuid, await whenOver(uuid))
    } catch (error) {
      return failed(sentenceOf(error))
    }
  }

  const run = async (options: RunOptions) => {
    setResults([])
    for (let rest = options.quantity; rest > 0 && here.current; rest -= 1) {
      setLeft(rest)
      const result = await drawOne(options)
      setResults((before) => [...before, result])
      if (result.status !== 'success') break
      // What was drawn is revealed in the dialog: the next draw begins when it is closed.
      if (rest > 1) await whenClosed(result.key)
    }
    setLeft(0)
  }
  return { left, results, run: (options: RunOptions) => void run(options) }
}
