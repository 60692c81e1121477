import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isDrops } from '#worker/contract/amounts.ts'
import type { Nft } from '#worker/contract/nfts.ts'
import { call } from '#web/api/call.ts'
import { ApiError, sentenceOf } from '#web/api/error.ts'
import { nftTitle } from '#web/features/nfts/nft-title.ts'
import { nftQuery } from '#web/features/nfts/queries.ts'
import { addRequest, showRequest } from '#web/features/requests/request-store.ts'
import type { Listing } from './buy-dialog.tsx'

export interface Buyer {
  account: string
  userToken: string | null
}

/** One purchase from the price that was agreed to until the wallet has been asked. */
export function useBuyNow(
  nft: Nft,
  offer: Listing | null,
  { account, userToken }: Buyer,
  onDone: () => void,
) {
  const client = useQueryClient()
  const [agreed, setAgreed] = useState(offer?.price ?? null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // Kept until the server has answered: asking again after a lost answer starts nothing twice.
  const key = useRef<string | null>(null)
  const changed =
    agreed !== null && offer !== null && agreed.buyerDrops !== offer.price.buyerDrops
      ? agreed.buyerDrops
      : null

  const buy = async () => {
    if (offer === null || !isDrops(offer.offer.amount)) return
    setBusy(true)
    setRefusal(null)
    key.current ??= crypto.randomUUID()
    try {
      const reply = await call(
        'buyNow',
        {
          body: {
            account,
            user_token: userToken,
            owner: nft.owner,
            nftokenID: nft.nftokenID,
            sellOfferIndex: offer.offer.nft_offer_index,
            expectedAmount: offer.offer.amount,
          },
        },
        { idempotencyKey: key.current },
      )
      if (reply.status === 'pending') {
        addRequest({
          uuid: reply.data.uuid,
          purpose: 'buy_now',
          nftokenID: nft.nftokenID,
          title: nftTitle(nft),
          picture: nft.metadata?.image?.kind === 'image' ? nft.metadata.image.src : null,
          totalDrops: String(offer.price.buyerDrops),
          feeDrops: String(offer.price.feeDrops),
          brokered: offer.brokered,
          references: reply.data,
          createdAt: Date.now(),
          reply: null,
        })
        showRequest(reply.data.uuid)
      }
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'network')) key.current = null
      if (error instanceof ApiError && (error.code === 'price_changed' || error.code === 'not_for_sale')) {
        await client.refetchQueries({ queryKey: nftQuery(nft.nftokenID).queryKey })
      }
      setRefusal(sentenceOf(error))
      setBusy(false)
    }
  }
  const agree = () => {
    setAgreed(offer?.price ?? null)
    setRefusal(null)
  }
  return { changed, refusal, busy, agree, buy: () => void buy() }
}
