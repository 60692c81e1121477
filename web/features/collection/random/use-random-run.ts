import { useState } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import type { CollectionInfo } from '#contract/schemas/collection-info.ts'
import type { CheckReply } from '#contract/schemas/sign-requests.ts'
import { t } from '#web/messages.ts'
import { call } from '#web/api/call.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { loadDialog } from '#web/wallet/requests/dialog-code.ts'
import { showRequest, whenOver } from '#web/wallet/requests/request-store.ts'
import { keepRequest } from '#web/wallet/requests/use-signing.ts'

/** The result of one draw. */
export interface DrawResult {
  key: string
  status: 'success' | 'signed' | 'rejected' | 'failed'
  /** Message shown to the user. */
  data: string
  nftokenID: string | null
  /** Hash of the transaction, if there is one. */
  txid: string | null
  dispatchedResult: string | null
}

export interface RunOptions {
  quantity: number
  promoCode: string | null
  /** Null if prices differ. */
  price: Amount | null
  /** True if only items at this price may be drawn. */
  isPriceFixed: boolean
}

const words: Record<Exclude<CheckReply['status'], 'pending'>, string> = {
  success: t('Bought.'),
  signed: t('The signer signed the request. But something went wrong.'),
  rejected: t('Request is rejected by signer.'),
  expired: t('The request was not signed in time.'),
  failed: t('The request is failed.'),
}

function resultOf(key: string, reply: CheckReply): DrawResult {
  const { status, outcome } = reply
  const rowStatus = status === 'pending' || status === 'expired' ? 'failed' : status
  return {
    key,
    status: rowStatus,
    data: reply.data ?? (status === 'pending' ? words.failed : words[status]),
    nftokenID: rowStatus === 'success' ? (outcome?.nftokenID ?? null) : null,
    txid: outcome?.txid ?? reply.txid ?? null,
    dispatchedResult: reply.dispatched_result ?? null,
  }
}

const failedResult = (data: string): DrawResult => ({
  key: crypto.randomUUID(),
  status: 'failed',
  data,
  nftokenID: null,
  txid: null,
  dispatchedResult: null,
})

/**
 * Returns true if another buyer was faster. Other errors do not prove that nothing was drawn: the reply may be lost, or
 * the payment of an earlier draw may be in progress.
 */
const wasTooLate = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'sold_out' || error.code === 'reserved')

/** The remaining draws of a run. */
interface Rest {
  options: RunOptions
  leftDraws: number
}

/**
 * Draws one item at a time. Each draw starts when the user requests it and needs its own signature. The first failure
 * ends the run.
 */
export function useRandomRun({ _id: collection, name }: Pick<CollectionInfo, '_id' | 'name'>) {
  const [state, setState] = useState<'idle' | 'asking' | 'drawing'>('idle')
  const [rest, setRest] = useState<Rest | null>(null)
  const [results, setResults] = useState<DrawResult[]>([])
  const [refusal, setRefusal] = useState<string | null>(null)

  const drawOne = async (
    { promoCode, price, isPriceFixed }: RunOptions,
    onAsked: () => void,
  ): Promise<DrawResult> => {
    try {
      const body = {
        collection_id: collection,
        ...(promoCode === null ? {} : { promoCode }),
        ...(isPriceFixed && price !== null ? { expectedAmount: price } : {}),
      }
      const dialog = loadDialog().catch(() => undefined)
      const answer = await call('buyRandom', { body })
      await dialog
      if (answer.status !== 'pending') return failedResult(words.failed)
      const uuid = keepRequest(
        {
          action: 'buyRandom',
          title: t('an item of {name}', { name }),
          amount: price,
          collection,
        },
        answer.data,
      )
      showRequest(uuid)
      setState('drawing')
      onAsked()
      return resultOf(uuid, await whenOver(uuid))
    } catch (error) {
      onAsked()
      if (wasTooLate(error)) setRefusal(sentenceOf(error))
      return failedResult(sentenceOf(error))
    }
  }

  const draw = async ({ options, leftDraws }: Rest, onAsked: () => void = () => undefined) => {
    setState('asking')
    const result = await drawOne(options, onAsked)
    setResults((before) => [...before, result])
    setRest(result.status === 'success' && leftDraws > 1 ? { options, leftDraws: leftDraws - 1 } : null)
    setState('idle')
  }
  return {
    state,
    results,
    /** Reason why no work was left for the latest draw; null after the user dismissed it. */
    refusal,
    closeRefusal: () => setRefusal(null),
    /** Number of draws left in this run. */
    leftDraws: rest?.leftDraws ?? 0,
    /** `onAsked` is called when the sign request is shown or the draw was refused. */
    run: (options: RunOptions, onAsked: () => void) => {
      setResults([])
      void draw({ options, leftDraws: options.quantity }, onAsked)
    },
    goOn: () => rest !== null && void draw(rest),
  }
}
