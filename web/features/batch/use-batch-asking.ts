import { useEffect, useRef, useState } from 'react'
import type { NftCard } from '#worker/contract/nfts.ts'
import type { OfferTransaction } from '#worker/contract/sign-requests.ts'
import { call } from '#web/api/call.ts'
import { isPassing, sentenceOf } from '#web/api/error.ts'
import { keepRequest } from '#web/features/requests/use-signing.ts'
import { begin, changeRow, finish, nextToAsk, rowOf } from './batch-state.ts'
import { changeBatch, readBatch, useBatch } from './batch-store.ts'

const attempts = 3
const pauseMs = 3000

interface Asker {
  session: { account: string; userToken: string | null }
  /** The token of a row; undefined while the list is not there. */
  tokenOf: (id: string) => NftCard | undefined
  /** The offer of a row as it is typed; null when it is not valid. */
  transactionOf: (id: string) => OfferTransaction | null
}

/** Asks for one row, whose key and transaction are stored first: a lost answer or a reload asks for the very same. */
async function askFor(key: string, id: string, { session, tokenOf, transactionOf }: Asker): Promise<boolean> {
  const row = rowOf(readBatch(key), id)
  const txjson = row.asked?.txjson ?? transactionOf(id)
  const token = tokenOf(id)
  if (txjson === null || token === undefined) {
    const message = 'This row has no valid price.'
    changeBatch(key, (state) => finish(state, id, { status: 'failed', message, txid: null, again: true }))
    return true
  }
  const asked = row.asked ?? { key: crypto.randomUUID(), txjson }
  changeBatch(key, (state) => begin(state, id, asked))
  try {
    const body = { account: session.account, user_token: session.userToken, txjson: asked.txjson }
    const answer = await call('requestTransaction', { body }, { idempotencyKey: asked.key })
    if (answer.status !== 'pending') return true
    const uuid = keepRequest(
      {
        purpose: 'sell_now',
        nftokenID: id,
        title: token.name,
        picture: token.image?.kind === 'image' ? token.image.src : null,
        amount: asked.txjson.Amount,
        feeDrops: '0',
        brokered: false,
        retry: null,
        batch: true,
      },
      answer.data,
    )
    changeBatch(key, (state) => changeRow(state, id, { uuid }))
    return true
  } catch (error) {
    if (isPassing(error)) return false
    const message = sentenceOf(error)
    changeBatch(key, (state) => finish(state, id, { status: 'failed', message, txid: null, again: true }))
    return true
  }
}

/** Works through the queue while the page is open, one row at a time and in one tab at a time. */
export function useBatchAsking(key: string, ready: boolean, asker: Asker): void {
  const state = useBatch(key)
  const current = useRef(asker)
  const [missed, setMissed] = useState({ id: '', times: 0 })
  const id = ready ? nextToAsk(state) : null
  const times = missed.id === id ? missed.times : 0

  useEffect(() => {
    current.current = asker
  })
  useEffect(() => {
    if (id === null) return
    let left = false
    const ask = () =>
      navigator.locks.request(key, async () => {
        // Another tab may have been quicker.
        if (left || nextToAsk(readBatch(key)) !== id) return
        if (await askFor(key, id, current.current)) return
        if (times + 1 < attempts) setMissed({ id, times: times + 1 })
        else {
          const message = 'There was no answer. Try Again asks for the same offer, not for another one.'
          const end = { status: 'failed', message, txid: null, again: true } as const
          changeBatch(key, (state) => finish(state, id, end, false))
        }
      })
    const timer = setTimeout(() => void ask(), times === 0 ? 0 : pauseMs)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [key, id, times])
}
