import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Amount } from '#contract/schemas/amounts.ts'
import { isDrops } from '#contract/rules/amounts.ts'
import { compareAmounts, sameCurrency } from '#contract/rules/money.ts'
import type { Nft, Offer } from '#contract/schemas/nfts.ts'
import type { NftPrice } from '#web/kit/amounts/nft-price.ts'
import { nftQuery } from '#web/kit/nfts/queries.ts'
import type { PromoCode } from '#web/kit/promo-code.tsx'
import { nftRequest } from '#web/wallet/requests/nft-request.ts'
import { useSigning } from '#web/wallet/requests/use-signing.ts'

interface Listing {
  offer: Offer
  price: NftPrice
  brokered: boolean
}

const isDifferent = (a: Amount, b: Amount) => !sameCurrency(a, b) || compareAmounts(a, b) !== 0

/** Runs a purchase, from the confirmed price to the sign request. */
export function useBuyNow(nft: Nft, offer: Listing | null, promo: PromoCode, onDone: () => void) {
  const client = useQueryClient()
  const { busy, refusal, ask, forget } = useSigning(onDone)
  const [agreedPrice, setAgreed] = useState(offer?.price.buyerPays ?? null)
  const changedPrice =
    agreedPrice !== null && offer !== null && isDifferent(agreedPrice, offer.price.buyerPays)
      ? agreedPrice
      : null

  const buy = async () => {
    if (offer === null) return
    const access = await promo.check()
    if (access === null) return
    const body = {
      owner: nft.owner,
      nftokenID: nft.nftokenID,
      sellOfferIndex: offer.offer.nft_offer_index,
      expectedAmount: offer.offer.amount,
      ...access,
    }
    const draft = nftRequest(nft, {
      action: offer.brokered ? 'buyNow' : 'buyDirectly',
      amount: offer.price.buyerPays,
      feeDrops: isDrops(offer.price.fee) ? offer.price.fee : '0',
      brokered: offer.brokered,
      retry: { action: 'buyNow', ...access },
    })
    const failure = await ask('buyNow', { body }, draft)
    if (failure?.code === 'price_changed' || failure?.code === 'not_for_sale')
      await client.refetchQueries({ queryKey: nftQuery(nft.nftokenID).queryKey })
  }
  const agree = () => {
    setAgreed(offer?.price.buyerPays ?? null)
    forget()
  }
  return {
    changedPrice,
    refusal,
    busy: busy || promo.checking,
    agree,
    buy: () => void buy(),
  }
}
